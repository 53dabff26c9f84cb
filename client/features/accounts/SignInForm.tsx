import { type FormEvent, useRef, useState } from 'react'
import { paths } from '#client/app/paths.ts'
import { failureText } from '#client/platform/callFailed.ts'
import { t } from '#client/platform/language.ts'
import { signIn } from '#client/platform/session.calls.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Message } from '#client/ui/Message.tsx'
import { EmailField } from './EmailField.tsx'
import { KnownPasswordField } from './KnownPasswordField.tsx'

type Outcome = { kind: 'open' | 'busy' | 'refused' } | { kind: 'failed'; error: unknown }

/** Leaves it to its screen to go on once somebody is signed in. */
export function SignInForm() {
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'open' })
  const emailField = useRef<HTMLInputElement>(null)
  const isRefused = outcome.kind === 'refused'

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    setOutcome({ kind: 'busy' })
    try {
      const isSignedIn = await signIn(email.trim(), password)
      if (isSignedIn) return
      setOutcome({ kind: 'refused' })
      emailField.current?.focus()
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    }
  }

  function type(take: (typed: string) => void) {
    return (typed: string) => {
      take(typed)
      if (outcome.kind !== 'busy') setOutcome({ kind: 'open' })
    }
  }

  return (
    <form className="account__form" onSubmit={event => void submit(event)} noValidate>
      <EmailField
        ref={emailField}
        name="email"
        autoComplete="username"
        value={email}
        onChange={type(setEmail)}
        error={isRefused ? t('accounts.checkEmail') : undefined}
      />
      <KnownPasswordField
        label={t('accounts.password')}
        value={password}
        onChange={type(setPassword)}
        error={isRefused ? t('accounts.checkPassword') : undefined}
      />
      <div className="account__buttons">
        <Button type="submit" kind="primary" busy={outcome.kind === 'busy'}>
          {t('accounts.signIn')}
        </Button>
        <ButtonLink to={paths.home}>{t('accounts.toHome')}</ButtonLink>
      </div>
      {outcome.kind === 'failed' && <Message kind="error">{failureText(outcome.error)}</Message>}
    </form>
  )
}
