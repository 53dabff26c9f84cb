import { useAtomValue } from 'jotai'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { PasskeySignIn } from '#client/features/passkeys/PasskeySignIn.tsx'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { enterAgainBy, signInAgain } from '#client/session/session.calls.ts'
import { authAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { KnownPasswordField } from './KnownPasswordField.tsx'

interface SignInAgainFormProps {
  /** The other way out. */
  leave: ReactNode
  /** They are known by now to be suspended. */
  onSuspended: () => void
}

export function SignInAgainForm({ leave, onSuspended }: SignInAgainFormProps) {
  const { userEmail, stays: rememberMe } = useAtomValue(authAtom)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [errorMessage, setErrorMessage] = useState('')
  const field = useRef<HTMLInputElement>(null)

  useEffect(() => field.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      if (await signInAgain(password)) return
      setErrorMessage(t('accounts.checkPassword'))
      field.current?.focus()
    } catch (error) {
      if (error instanceof CallFailed && error.code === 'forbidden') return onSuspended()
      setErrorMessage(failureText(error))
    }
    setBusy(false)
  }

  function type(typed: string) {
    setPassword(typed)
    setErrorMessage('')
  }

  return (
    <form className="sign-in-again" onSubmit={event => void submit(event)} noValidate>
      <p>{t('accounts.signInAgainMore')}</p>
      <TextField
        label={t('accounts.email')}
        name="email"
        autoComplete="username"
        readOnly
        value={userEmail}
        onChange={() => undefined}
      />
      <KnownPasswordField
        ref={field}
        label={t('accounts.password')}
        value={password}
        onChange={type}
        error={errorMessage}
      />
      <div className="sign-in-again__buttons">
        {leave}
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('accounts.goOn')}
        </Button>
      </div>
      <PasskeySignIn rememberMe={rememberMe} enter={enterAgainBy} />
    </form>
  )
}
