import { useAtomValue, useSetAtom } from 'jotai'
import { type FormEvent, useEffect, useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { PasskeySignIn } from '#client/features/passkeys/PasskeySignIn.tsx'
import { paths } from '#client/paths.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { signOut } from '#client/session/session.actions.ts'
import { enterAgainBy, signInAgain } from '#client/session/session.calls.ts'
import { asksAgainAtom, authAtom, isSuspendedAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { Message } from '#client/ui/Message.tsx'
import { TextField } from '#client/ui/TextField.tsx'
import { KnownPasswordField } from './KnownPasswordField.tsx'
import './SignInAgain.css'

/** Asks the person of an ended session for the password, over the screen that they were using. */
export function SignInAgain() {
  const { userEmail, stays } = useAtomValue(authAtom)
  const isSuspended = useAtomValue(isSuspendedAtom)
  const setAsksAgain = useSetAtom(asksAgainAtom)
  const [password, setPassword] = useState('')
  const [isBusy, setBusy] = useState(false)
  const [complaint, setComplaint] = useState('')
  const field = useRef<HTMLInputElement>(null)
  const navigate = useNavigate()

  useEffect(() => field.current?.focus(), [])

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isBusy) return
    setBusy(true)
    try {
      if (await signInAgain(password)) return
      setComplaint(t('accounts.checkPassword'))
      field.current?.focus()
    } catch (error) {
      setComplaint(failureText(error))
    }
    setBusy(false)
  }

  function leave() {
    void navigate(paths.home)
    signOut().catch(() => undefined)
  }

  function type(typed: string) {
    setPassword(typed)
    setComplaint('')
  }

  return (
    <Dialog
      open
      title={t(isSuspended ? 'accounts.suspendedTitle' : 'accounts.signInAgain')}
      onClose={() => setAsksAgain(false)}
    >
      <form className="sign-in-again" onSubmit={event => void submit(event)} noValidate>
        {!isSuspended && <p>{t('accounts.signInAgainMore')}</p>}
        {isSuspended && complaint === '' && <Message kind="error">{t('accounts.suspended')}</Message>}
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
          error={complaint}
        />
        <div className="sign-in-again__buttons">
          <Button kind="quiet" onClick={leave}>
            {t('accounts.signOutInstead')}
          </Button>
          <Button type="submit" kind="primary" busy={isBusy}>
            {t('accounts.goOn')}
          </Button>
        </div>
        <PasskeySignIn stays={stays} enter={enterAgainBy} />
      </form>
    </Dialog>
  )
}
