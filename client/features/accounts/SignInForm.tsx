import { type FormEvent, useRef, useState } from 'react'
import { PasskeySignIn } from '#client/features/passkeys/PasskeySignIn.tsx'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { enterBy, signIn } from '#client/session/session.calls.ts'
import { Button } from '#client/ui/Button.tsx'
import { ButtonLink } from '#client/ui/ButtonLink.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Message } from '#client/ui/Message.tsx'
import { emailField } from '#protocol/accounts.ts'
import { EmailField } from './EmailField.tsx'
import { KnownPasswordField } from './KnownPasswordField.tsx'

type Outcome = { kind: 'open' | 'busy' | 'malformed' | 'refused' } | { kind: 'failed'; error: unknown }

interface SignInFormProps {
  /** The address with which somebody has just signed up; empty otherwise. */
  knownEmail: string
}

/** Leaves it to its screen to go on once somebody is signed in. */
export function SignInForm({ knownEmail }: SignInFormProps) {
  const [email, setEmail] = useState(knownEmail)
  const [password, setPassword] = useState('')
  const [rememberMe, setRememberMe] = useState(false)
  const [outcome, setOutcome] = useState<Outcome>({ kind: 'open' })
  const emailInput = useRef<HTMLInputElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (outcome.kind === 'busy') return
    if (!emailField.safeParse(email).success) return reject('malformed')
    setOutcome({ kind: 'busy' })
    try {
      const isSignedIn = await signIn(email.trim(), password, rememberMe)
      if (!isSignedIn) reject('refused')
    } catch (error) {
      setOutcome({ kind: 'failed', error })
    }
  }

  function reject(kind: 'malformed' | 'refused') {
    setOutcome({ kind })
    emailInput.current?.focus()
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
        ref={emailInput}
        name="email"
        autoComplete="username"
        value={email}
        onChange={type(setEmail)}
        error={emailError(outcome)}
      />
      <KnownPasswordField
        label={t('accounts.password')}
        value={password}
        onChange={type(setPassword)}
        error={outcome.kind === 'refused' ? t('accounts.checkPassword') : undefined}
      />
      <div className="account__remember-me">
        <Checkbox
          label={t('accounts.rememberMe')}
          name="stays"
          checked={rememberMe}
          onChange={setRememberMe}
          describedBy="stay-more"
        />
        <p className="account__remember-me-more" id="stay-more">
          {t('accounts.rememberMeMore')}
        </p>
      </div>
      <div className="account__buttons">
        <Button type="submit" kind="primary" busy={outcome.kind === 'busy'}>
          {t('accounts.signIn')}
        </Button>
        <PasskeySignIn rememberMe={rememberMe} enter={enterBy} />
        <ButtonLink to={paths.home}>{t('accounts.toHome')}</ButtonLink>
      </div>
      {outcome.kind === 'failed' && <Message kind="error">{failureText(outcome.error)}</Message>}
    </form>
  )
}

function emailError({ kind }: Outcome): string | undefined {
  if (kind === 'malformed') return t('accounts.emailInvalid')
  return kind === 'refused' ? t('accounts.checkEmail') : undefined
}
