import { type FormEvent, useRef, useState } from 'react'
import { EmailField } from '#client/features/accounts/EmailField.tsx'
import { PolicyPanel } from '#client/features/accounts/PolicyPanel.tsx'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { Checkbox } from '#client/ui/Checkbox.tsx'
import { Message } from '#client/ui/Message.tsx'
import { ScreenTitle } from '#client/ui/ScreenTitle.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { emailField, type SignedInView, usernameField } from '#protocol/accounts.ts'
import { type OidcStep, signUpByOidc } from '#protocol/oidc.ts'
import { isTextKey } from '#protocol/text/ko.ts'

interface OidcSignUpFormProps {
  step: OidcStep
  ticket: string
  onSignedIn: (signedIn: SignedInView) => void
  onExpired: () => void
}

type FieldErrors = { email?: string | undefined; username?: string | undefined }

/** A new user chooses a name; and types an address, if the provider has verified none. */
export function OidcSignUpForm({ step, ticket, onSignedIn, onExpired }: OidcSignUpFormProps) {
  const [email, setEmail] = useState(step.email)
  const [username, setUsername] = useState('')
  const [hasAgreed, setHasAgreed] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const [errors, setErrors] = useState<FieldErrors>({})
  const [failure, setFailure] = useState('')
  const formElement = useRef<HTMLFormElement>(null)

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy || !hasAgreed) return
    if (showErrors({ email: errorOf(emailField, email), username: errorOf(usernameField, username) })) return
    setBusy(true)
    setFailure('')
    try {
      const reply = await callApi(signUpByOidc, { ticket, username, email: email.trim() })
      if (reply.authenticated) return onSignedIn(reply)
      if (reply.isExpired) return onExpired()
      showErrors({ email: reply.emailMsg, username: reply.usernameMsg })
    } catch (error) {
      const field = error instanceof CallFailed ? error.field : undefined
      if (field === 'email' || field === 'username') showErrors({ [field]: failureText(error) })
      else setFailure(failureText(error))
    }
    setBusy(false)
  }

  /** Focuses the first field with an error. Returns false if there is none. */
  function showErrors(found: FieldErrors): boolean {
    setErrors(found)
    const first = (['email', 'username'] as const).find(field => found[field])
    if (first === undefined) return false
    formElement.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
    return true
  }

  return (
    <>
      <ScreenTitle title={t('oidc.signUpTitle', { provider: step.provider })} />
      <p className="account__lead">{t('oidc.signUpLead')}</p>
      <form
        className="account__form oidc-form"
        method="post"
        ref={formElement}
        onSubmit={event => void submit(event)}
        noValidate
      >
        {step.isEmailVerified ? (
          <TextField
            label={t('accounts.email')}
            name="email"
            hint={t('oidc.emailVerified', { provider: step.provider })}
            readOnly
            value={email}
            onChange={() => undefined}
            error={errors.email}
          />
        ) : (
          <EmailField
            name="email"
            autoComplete="email"
            value={email}
            onChange={value => {
              setEmail(value)
              setErrors(({ username: kept }) => ({ username: kept }))
            }}
            error={errors.email}
          />
        )}
        <TextField
          label={t('accounts.username')}
          name="username"
          hint={t('accounts.usernameHint')}
          autoComplete="nickname"
          value={username}
          onChange={value => {
            setUsername(value)
            setErrors(({ email: kept }) => ({ email: kept }))
          }}
          error={errors.username}
        />
        <div className="account__policies">
          <Checkbox label={t('accounts.agree')} checked={hasAgreed} onChange={setHasAgreed} name="agree" />
          <PolicyPanel policy="terms" />
          <PolicyPanel policy="privacy" />
        </div>
        <div className="account__buttons">
          <Button type="submit" kind="primary" busy={isBusy} disabled={!hasAgreed}>
            {t('accounts.submitSignUp')}
          </Button>
        </div>
        <Message kind="error">{failure}</Message>
      </form>
    </>
  )
}

function errorOf(field: typeof emailField | typeof usernameField, value: string): string | undefined {
  const result = field.safeParse(value)
  if (result.success) return undefined
  const message = result.error.issues[0]?.message ?? ''
  return t(isTextKey(message) ? (message as 'error.invalid') : 'error.invalid')
}
