import { useAtom, useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { OidcButtons } from '#client/features/oidc/OidcButtons.tsx'
import { PasskeySignIn } from '#client/features/passkeys/PasskeySignIn.tsx'
import { paths } from '#client/paths.ts'
import { CallFailed, failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { collectUnsent, unsentMessagesAtom } from '#client/session/session.beforeSignOut.ts'
import { completeReauthentication, signInAgain } from '#client/session/session.calls.ts'
import { signOut } from '#client/session/session.signOut.ts'
import { authAtom, isPasswordPromptOpenAtom, isSuspendedAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { KnownPasswordField } from './PasswordFields.tsx'
import './accounts.css'

/**
 * The dialog over the current screen after a session has ended. Asks for the password, unless the user is
 * suspended.
 */
export function SignInAgain() {
  const [isSuspended, setSuspended] = useAtom(isSuspendedAtom)
  const setPasswordPromptOpen = useSetAtom(isPasswordPromptOpenAtom)
  const setUnsentMessages = useSetAtom(unsentMessagesAtom)
  const [isRetrying, setRetrying] = useState(false)
  const [isLeaving, setLeaving] = useState(false)
  const navigate = useNavigate()
  const showsSuspension = isSuspended && !isRetrying

  /** Asks first if something has not been sent, in a dialog above this one. */
  async function leaveAndSignOut() {
    if (isLeaving) return
    setLeaving(true)
    const { unsent } = await collectUnsent()
    setLeaving(false)
    if (unsent.length > 0) return setUnsentMessages(unsent)
    void navigate(paths.home)
    signOut().catch(() => undefined)
  }

  function showSuspension() {
    setSuspended(true)
    setRetrying(false)
  }

  const signOutButton = (
    <Button kind="quiet" busy={isLeaving} onClick={() => void leaveAndSignOut()}>
      {t('accounts.signOutInstead')}
    </Button>
  )
  return (
    <Dialog
      open
      title={t(showsSuspension ? 'accounts.suspendedTitle' : 'accounts.signInAgain')}
      onClose={() => setPasswordPromptOpen(false)}
    >
      {showsSuspension ? (
        <SuspendedNotice signOutButton={signOutButton} onRetry={() => setRetrying(true)} />
      ) : (
        <SignInAgainForm signOutButton={signOutButton} onSuspended={showSuspension} />
      )}
    </Dialog>
  )
}

interface SuspendedNoticeProps {
  signOutButton: ReactNode
  /** Shows the password form, which works again once the suspension is lifted. */
  onRetry: () => void
}

function SuspendedNotice({ signOutButton, onRetry }: SuspendedNoticeProps) {
  const retryButton = useRef<HTMLButtonElement>(null)

  useEffect(() => retryButton.current?.focus(), [])

  return (
    <div className="sign-in-again">
      <Message kind="error">{t('accounts.suspended')}</Message>
      <p>{t('accounts.suspendedMore')}</p>
      <div className="sign-in-again__buttons">
        {signOutButton}
        <Button ref={retryButton} onClick={onRetry}>
          {t('accounts.toSignInAgain')}
        </Button>
      </div>
    </div>
  )
}

interface SignInAgainFormProps {
  signOutButton: ReactNode
  /** The server has answered that the account is suspended. */
  onSuspended: () => void
}

function SignInAgainForm({ signOutButton, onSuspended }: SignInAgainFormProps) {
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

  function handleChange(value: string) {
    setPassword(value)
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
        onChange={handleChange}
        error={errorMessage}
      />
      <div className="sign-in-again__buttons">
        {signOutButton}
        <Button type="submit" kind="primary" busy={isBusy}>
          {t('accounts.goOn')}
        </Button>
      </div>
      <PasskeySignIn
        rememberMe={rememberMe}
        completeSignIn={reply => completeReauthentication(reply) === 'signedIn'}
      />
      <OidcButtons rememberMe={rememberMe} hint={t('oidc.signInAgain')} />
    </form>
  )
}
