import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { forgetUser, interruptedSignOutUserNo, unmarkSigningOut } from './session.signOutState.ts'
import { canBeSignedInElsewhere, storedToken } from './session.ts'
import { consumeReturnUrl } from './viewState.ts'

/**
 * The session functions that the shell uses. The calls themselves are loaded on demand, because they bring zod and the query client,
 * which a visitor's first page does not need.
 */

/**
 * Runs on every page load: finds the token of this tab or another one and checks it with the server. Finishes an interrupted sign-out
 * instead, if there is one. Never throws.
 */
export async function restoreSession(): Promise<void> {
  if (storedToken() === null && !canBeSignedInElsewhere()) return unmarkSigningOut()
  const userNo = interruptedSignOutUserNo()
  if (userNo !== null) {
    await finishLocalSignOut(userNo).catch(() => undefined)
    // The next user who signs in here does not return to that address.
    consumeReturnUrl()
    return
  }
  const { findSession } = await waitForSessionCalls()
  await findSession()
}

/** If the load fails, the status stays `checking` until the module is loaded and the server has responded. */
export const sessionCalls = lazyModule(() => import('./session.calls.ts'))

/** Resolves once the module is loaded; after a failure, each retry counts. */
function waitForSessionCalls() {
  return new Promise<typeof import('./session.calls.ts')>(resolve => {
    const load = () => void sessionCalls.load().catch(() => undefined)
    const unsubscribes = [sessionCalls.subscribe(resolveIfLoaded), onBackOnline(load)]
    function resolveIfLoaded() {
      const { part } = sessionCalls.loadState()
      if (part === undefined) return
      for (const unsubscribe of unsubscribes) unsubscribe()
      resolve(part)
    }
    load()
  })
}

/** Clears the tab's state of the user, then notifies the other tabs and the server. Rejects if the call to the server fails. */
export async function finishLocalSignOut(userNo: number): Promise<void> {
  const authToken = storedToken()
  forgetUser()
  const { finishSignOut } = await sessionCalls.load()
  await finishSignOut({ authToken, userNo })
}
