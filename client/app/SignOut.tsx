import { getDefaultStore, useAtom, useAtomValue } from 'jotai'
import { useNavigate } from 'react-router'
import { paths } from '#client/paths.ts'
import { t } from '#client/platform/language/language.ts'
import { collectUnsent, unsentMessagesAtom } from '#client/session/session.beforeSignOut.ts'
import { cancelSigningOut, signOut, startSigningOut } from '#client/session/session.signOut.ts'
import { isSigningOutAtom } from '#client/session/session.signOutState.ts'
import { Button } from '#client/ui/Button.tsx'
import { Dialog } from '#client/ui/Dialog.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import './SignOut.css'

/** Signs out at once, or opens `SignOutDialog` first if something could not be sent. */
function useSignOut(): {
  requestSignOut: () => Promise<void>
  isWaiting: boolean
  finishSignOut: () => void
} {
  const navigate = useNavigate()
  const isWaiting = useAtomValue(isSigningOutAtom)

  function finishSignOut() {
    void navigate(paths.home)
    // The tab is signed out already. If the server is unreachable, the token expires by itself.
    signOut().catch(() => undefined)
  }

  async function requestSignOut() {
    if (isWaiting) return
    const store = getDefaultStore()
    startSigningOut()
    const { unsent, staying } = await collectUnsent().catch(() => ({ unsent: [], staying: [] }))
    // Another tab may have finished the sign-out.
    if (!store.get(isSigningOutAtom)) return
    if (unsent.length > 0) {
      cancelSigningOut()
      store.set(unsentMessagesAtom, unsent)
      return
    }
    finishSignOut()
    for (const text of staying) store.set(showToastAtom, { text })
  }

  return { requestSignOut, isWaiting, finishSignOut }
}

interface SignOutItemProps {
  onChoose: (() => void) | undefined
}

/** The entry of the menu. */
export function SignOutItem({ onChoose }: SignOutItemProps) {
  const { requestSignOut, isWaiting } = useSignOut()

  function choose() {
    onChoose?.()
    void requestSignOut()
  }

  return (
    <button className="menu-item" type="button" aria-busy={isWaiting} onClick={choose}>
      {t(isWaiting ? 'common.working' : 'shell.signOut')}
    </button>
  )
}

/** Lists what has not been sent, and asks whether to sign out anyway. */
export function SignOutDialog() {
  const [messages, setMessages] = useAtom(unsentMessagesAtom)
  const { finishSignOut } = useSignOut()
  const close = () => setMessages([])

  function confirm() {
    close()
    finishSignOut()
  }

  return (
    <Dialog open={messages.length > 0} title={t('accounts.signOutAsk')} onClose={close}>
      <div className="sign-out">
        {messages.map(message => (
          <p key={message}>{message}</p>
        ))}
        <div className="sign-out__buttons">
          <Button onClick={close}>{t('common.cancel')}</Button>
          <Button kind="primary" onClick={confirm}>
            {t('shell.signOut')}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}
