import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { isPassing } from '#client/platform/calls/callFailed.ts'
import { checkSignIn } from '#protocol/accounts.ts'
import { openKept } from './kept/opening.ts'
import { goOnInSession } from './session.epoch.ts'
import { giveUpChecking, leaveSession, mayStaySignedIn, storedToken } from './session.ts'
import { isUnreachedAtom } from './session.unreached.ts'

/** The pause after which a check is repeated that a restarting server or a lost network kept from an answer; later a longer one. */
const CHECK_PAUSE_MS = 1_500
const LATER_PAUSE_MS = 5_000
/** After so many attempts it is said that the server is not reached, and the pauses are longer. */
const ATTEMPTS_UNTOLD = 2
/** How long a device that stays signed in waits for the server before it shows what it has kept. */
const OPENED_WITHIN_MS = 3_000

/** Asks whether the stored token stands, on every page load and after signing in. Never throws. */
export async function checkSession(): Promise<void> {
  const authToken = storedToken()
  if (authToken === null && !mayStaySignedIn()) return
  const quick = mayStaySignedIn() ? await within(OPENED_WITHIN_MS, askServer(authToken)) : null
  if (storedToken() !== authToken) return
  if (quick === null && mayStaySignedIn() && (await openKept(askServer))) return
  const reply = quick ?? (await askPatiently(authToken))
  if (storedToken() !== authToken) return
  if (reply === null) giveUpChecking()
  else if (reply.authenticated) goOnInSession(reply)
  else leaveSession()
}

/** Null when the server has not answered by then. */
function within<Answer>(milliseconds: number, coming: Promise<Answer>): Promise<Answer | null> {
  const late = new Promise<null>(resolve => setTimeout(resolve, milliseconds, null))
  return Promise.race([coming.catch(() => null), late])
}

/** Without a token the device is asked for. Throws CallFailed. */
export function askServer(authToken: string | null) {
  return callApi(checkSignIn, authToken === null ? {} : { authToken })
}

/** Asks until there is an answer: no answer is not a no. Null when asking again is of no use, or the token is another one by now. */
async function askPatiently(authToken: string | null) {
  const store = getDefaultStore()
  try {
    for (let attempt = 1; storedToken() === authToken; attempt++) {
      try {
        return await askServer(authToken)
      } catch (error) {
        if (!isPassing(error)) return null
      }
      const isTold = attempt >= ATTEMPTS_UNTOLD
      store.set(isUnreachedAtom, isTold)
      await pause(isTold ? LATER_PAUSE_MS : CHECK_PAUSE_MS)
    }
    return null
  } finally {
    store.set(isUnreachedAtom, false)
  }
}

/** Over as soon as the device has a network again. */
function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    setTimeout(resolve, milliseconds)
    addEventListener('online', () => resolve(), { once: true })
  })
}
