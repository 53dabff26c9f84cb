import { useAtom, useSetAtom } from 'jotai'
import { useState } from 'react'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { signOut } from '#client/session/session.signOut.ts'
import { asksAgainAtom, isSuspendedAtom } from '#client/session/session.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { SignInAgainForm } from './SignInAgainForm.tsx'
import { SuspendedNotice } from './SuspendedNotice.tsx'
import './SignInAgain.css'

/** Asks the person of an ended session for the password, over the screen that they were using; not while they are suspended. */
export function SignInAgain() {
  const [isSuspended, setSuspended] = useAtom(isSuspendedAtom)
  const setAsksAgain = useSetAtom(asksAgainAtom)
  const [isTrying, setTrying] = useState(false)
  const navigate = useNavigate()
  const isClosed = isSuspended && !isTrying

  function leave() {
    void navigate(paths.home)
    signOut().catch(() => undefined)
  }

  function stayOut() {
    setSuspended(true)
    setTrying(false)
  }

  const leaving = (
    <Button kind="quiet" onClick={leave}>
      {t('accounts.signOutInstead')}
    </Button>
  )
  return (
    <Dialog
      open
      title={t(isClosed ? 'accounts.suspendedTitle' : 'accounts.signInAgain')}
      onClose={() => setAsksAgain(false)}
    >
      {isClosed ? (
        <SuspendedNotice leave={leaving} onTry={() => setTrying(true)} />
      ) : (
        <SignInAgainForm leave={leaving} onSuspended={stayOut} />
      )}
    </Dialog>
  )
}
