import { getDefaultStore } from 'jotai'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { finishLocalSignOut } from './session.actions.ts'
import { runBeforeSignOutTasks } from './session.beforeSignOut.ts'
import {
  clearPendingSignOut,
  isSigningOutAtom,
  markSigningOut,
  pendingSignOutUserNo,
  storePendingSignOut,
  unmarkSigningOut,
} from './session.signOutState.ts'
import { authAtom, authStatusAtom, storedToken } from './session.ts'

/** Marks the sign-out in the storage first, since the tab may be closed or reloaded at any moment. */
export function startSigningOut(): void {
  const { userNo, stays: rememberMe } = getDefaultStore().get(authAtom)
  if (rememberMe) storePendingSignOut(userNo)
  markSigningOut(userNo)
}

/** Ends the sign-out that `startSigningOut` marked: the user is asked to confirm it, and may cancel. */
export function cancelSigningOut(): void {
  clearPendingSignOut()
  unmarkSigningOut()
}

/**
 * Runs the beforeSignOut tasks, clears the tab's state of the user, then notifies the other tabs and the server. Rejects if the call to
 * the server fails.
 */
export async function signOut(): Promise<void> {
  const { userNo } = getDefaultStore().get(authAtom)
  startSigningOut()
  await runBeforeSignOutTasks()
  // Another tab may have finished the sign-out, and somebody else may have signed in.
  if (getDefaultStore().get(isSigningOutAtom)) await finishLocalSignOut(userNo)
}

/** Completes a sign-out that happened offline: only the server can remove the cookie of a remembered session. */
export function finishPendingSignOut(): void {
  function finish() {
    // With a token, the check would be about the token's session, which another tab may be about to hand over to this tab.
    if (pendingSignOutUserNo() === null || storedToken() !== null) return
    if (getDefaultStore().get(authStatusAtom) !== 'signedOut') return
    import('./session.calls.ts')
      .then(({ endRememberedSession }) => endRememberedSession())
      .catch(() => undefined)
  }
  finish()
  onBackOnline(finish)
}
