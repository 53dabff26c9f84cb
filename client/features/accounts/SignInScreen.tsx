import { useAtomValue } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { OidcButtons } from '#client/features/oidc/OidcButtons.tsx'
import { PasskeySignIn } from '#client/features/passkeys/PasskeySignIn.tsx'
import { TrialDraftPreview } from '#client/features/trialDraft/TrialDraftPreview.tsx'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { completeSignIn, signIn } from '#client/session/session.calls.ts'
import { authAtom, authStatusAtom } from '#client/session/session.ts'
import { consumeReturnUrl } from '#client/session/viewState.ts'
import { Button, ButtonLink } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { ScreenPending } from '#client/ui/Spinner.tsx'
import { emailField } from '#protocol/accounts.ts'
import { EmailField } from './EmailField.tsx'
import { EntryScreen } from './EntryScreen.tsx'
import { KnownPasswordField } from './PasswordFields.tsx'
import { SignInCheck } from './SignInCheck.tsx'

export function SignInScreen() {
  const status = useAtomValue(authStatusAtom)
  const { mustChangePassword } = useAtomValue(authAtom)
  const navigate = useNavigate()
  const { state } = useLocation()
  const [email, setEmail] = useState<string>(state?.email ?? '')

  useEffect(() => {
    if (status !== 'signedIn') return
    const target = mustChangePassword ? paths.myInfo : (consumeReturnUrl() ?? paths.home)
    // A replaced address keeps the scroll position.
    window.scrollTo(0, 0)
    void navigate(target, { replace: true })
  }, [status, mustChangePassword, navigate])

  if (status === 'checking') return <SignInCheck />
  if (status === 'signedIn') return <ScreenPending />
  return (
    <EntryScreen>
      <TrialDraftPreview />
      <ScreenTitle title={t('accounts.signIn')} />
      <SignInForm email={email} onEmailChange={setEmail} />
      <div className="account__links">
        <ButtonLink kind="quiet" to={paths.passwordReset} state={{ email }}>
          {t('accounts.forgotPassword')}
        </ButtonLink>
        <ButtonLink kind="quiet" to={paths.signUp}>
          {t('accounts.signUp')}
        </ButtonLink>
        <ButtonLink kind="quiet" to={paths.home}>
          {t('accounts.toHome')}
        </ButtonLink>
      </div>
    </EntryScreen>
  )
}

type Outcome = { kind: 'open' | 'busy' | 'malformed' | 'refused' } | { kind: 'failed'; error: unknown }

interface SignInFormProps {
  email: string
  onEmailChange: (email: string) => void
}

/** Signs in. The screen navigates once the session exists. */
function SignInForm({ email, onEmailChange }: SignInFormProps) {
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

  function handleChange(setValue: (value: string) => void) {
    return (value: string) => {
      setValue(value)
      if (outcome.kind !== 'busy') setOutcome({ kind: 'open' })
    }
  }

  return (
    <form className="account__form" method="post" onSubmit={event => void submit(event)} noValidate>
      <EmailField
        ref={emailInput}
        name="email"
        autoComplete="username"
        value={email}
        onChange={handleChange(onEmailChange)}
        error={emailError(outcome)}
      />
      <KnownPasswordField
        label={t('accounts.password')}
        value={password}
        onChange={handleChange(setPassword)}
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
        <PasskeySignIn rememberMe={rememberMe} completeSignIn={completeSignIn} />
        <OidcButtons rememberMe={rememberMe} />
      </div>
      <Message kind="error">{outcome.kind === 'failed' && failureText(outcome.error)}</Message>
    </form>
  )
}

function emailError({ kind }: Outcome): string | undefined {
  if (kind === 'malformed') return t('accounts.emailInvalid')
  return kind === 'refused' ? t('accounts.checkEmail') : undefined
}
