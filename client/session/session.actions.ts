import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { lazyModule } from '#client/platform/browser/lazyModule.ts'
import { consumeReturnUrl } from './returnAddress.ts'
import { forgetUser } from './session.forget.ts'
import { cutShortLeaver, forgetLeaving } from './session.leaver.ts'
import { canBeSignedInElsewhere, storedToken } from './session.ts'

/**
 * What the shell does with a session. The calls themselves are loaded when one is made: with them come zod and the
 * query cache, and a visitor's first page carries neither.
 */

/**
 * On every page load: finds this tab's token, or another tab's, and asks the server whether it stands. A sign-out that was cut
 * short is done. Never throws.
 */
export async function restoreSession(): Promise<void> {
  if (storedToken() === null && !canBeSignedInElsewhere()) return forgetLeaving()
  const leaverNo = cutShortLeaver()
  if (leaverNo !== null) {
    await leave(leaverNo).catch(() => undefined)
    // Whoever signs in here next is not led to where they were.
    consumeReturnUrl()
    return
  }
  const { findSession } = await loadedSessionCalls()
  await findSession()
}

/** A failed load is no answer: the member stays one, in `checking`, until it can be loaded and the server has answered. */
export const sessionCalls = lazyModule(() => import('./session.calls.ts'))

/** Resolves once it is loaded, by whichever attempt. */
function loadedSessionCalls() {
  return new Promise<typeof import('./session.calls.ts')>(resolve => {
    const load = () => void sessionCalls.load().catch(() => undefined)
    const stops = [sessionCalls.subscribe(takeLoaded), onBackOnline(load)]
    function takeLoaded() {
      const { part } = sessionCalls.arrival()
      if (part === undefined) return
      for (const stop of stops) stop()
      resolve(part)
    }
    load()
  })
}

/** Clears what the tab knows of the user, then tells the other tabs and the server; rejects when that fails. */
export async function leave(userNo: number): Promise<void> {
  const leaver = { authToken: storedToken(), userNo }
  forgetUser()
  const { forgetAndTell } = await sessionCalls.load()
  await forgetAndTell(leaver)
}
