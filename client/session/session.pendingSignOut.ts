import { getDefaultStore } from 'jotai'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { pendingLeaver } from './session.leaver.ts'
import { authStatusAtom, storedToken } from './session.ts'

/** Without a line scripts cannot take the cookie of a device that stays: what signing out could not do is done as soon as there is one. */
export function finishPendingSignOut(): void {
  function tell() {
    // With a token the server would be asked about that one, which another tab may still be about to give to this one.
    if (pendingLeaver() === null || storedToken() !== null) return
    if (getDefaultStore().get(authStatusAtom) !== 'signedOut') return
    import('./session.calls.ts')
      .then(({ endRememberedSession }) => endRememberedSession())
      .catch(() => undefined)
  }
  tell()
  onBackOnline(tell)
}
