import { type FormEvent, useRef, useState } from 'react'
import { useLocation } from 'react-router'
import { paths } from '#client/paths.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { emailField, requestPasswordReset } from '#protocol/accounts.ts'
import { EmailField } from './EmailField.tsx'
import { EntryScreen } from './EntryScreen.tsx'

type Outcome =
  | { kind: 'open' | 'busy' | 'sent' }
  | { kind: 'refused'; message: string }
  | { kind: 'failed'; error: unknown }

/** Requests a temporary password by mail. The sign-in screen passes the address that was typed there. */
export function ResetScreen() {
  const { state } = useLocation()
  const [email, setEmail] = useState<string>(state?.email ?? '')
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'open' })
  const field = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    if (!emailField.safeParse(email).success) return reject(t('accounts.emailInvalid'))
    setOutcome({ kind: 'busy' })
    try {
      const reply = await callApi(requestPasswordReset, { email: email.trim() })
      if (reply.success) setOutcome({ kind: 'sent' })
      else reject(reply.message)
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    }
  }

  function reject(message: string) {
    setOutcome({ kind: 'refused', message })
    field.current?.focus()
  }

  function handleChange(value: string) {
    setEmail(value)
    if (outcome.kind !== 'busy') setOutcome({ kind: 'open' })
  }

  return (
    <EntryScreen>
      <ScreenTitle title={t('accounts.resetTitle')} />
      <p className="account__lead">{t('accounts.resetLead')}</p>
      <form className="account__form" method="post" onSubmit={event => void submit(event)} noValidate>
        <EmailField
          ref={field}
          name="email"
          autoComplete="username"
          enterKeyHint="send"
          value={email}
          onChange={handleChange}
          error={outcome.kind === 'refused' ? outcome.message : undefined}
        />
        <div className="account__buttons">
          <Button type="submit" kind="primary" busy={outcome.kind === 'busy'}>
            {t('accounts.resetSubmit')}
          </Button>
          <ButtonLink kind="quiet" to={paths.home}>
            {t('common.cancel')}
          </ButtonLink>
        </div>
        {outcome.kind === 'failed' ? (
          <Message kind="error">{failureText(outcome.error)}</Message>
        ) : (
          <Message>{outcome.kind === 'sent' && t('accounts.resetSent')}</Message>
        )}
      </form>
      <div className="account__links">
        <ButtonLink kind="quiet" to={paths.signIn} state={{ email }}>
          {t('accounts.toSignIn')}
        </ButtonLink>
        <ButtonLink kind="quiet" to={paths.signUp}>
          {t('accounts.signUp')}
        </ButtonLink>
      </div>
    </EntryScreen>
  )
}
