import { getDefaultStore } from 'jotai'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { type CallFailed, isRejection } from '#client/platform/calls/callFailed.ts'
import { answeredSoon } from '#client/platform/calls/inTime.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import { checkSignIn } from '#protocol/accounts.ts'
import { openPersisted } from './persistedCache/restore.ts'
import { goOnInSession } from './session.epoch.ts'
import {
  authStatusAtom,
  canBeRemembered,
  endSession,
  giveUpChecking,
  leaveSession,
  openScreensOf,
  storedPerson,
  storedToken,
} from './session.ts'
import { isServerUnreachableAtom } from './session.unreachable.ts'

/** The pause after which a check is repeated that a restarting server or a lost network kept from an answer; later a longer one. */
const CHECK_PAUSE_MS = 1_500
const LATER_PAUSE_MS = 5_000
/** After this time it is said that the server is not reached, and the pauses are longer. */
const TOLD_AFTER_MS = 1_500

/** Asks whether the stored token stands, on every page load and after signing in. Never throws. */
export async function checkSession(): Promise<void> {
  const authToken = storedToken()
  if (authToken === null && !canBeRemembered()) return
  const quick = await answeredSoon(askServer(authToken)).catch(() => null)
  if (storedToken() !== authToken) return
  if (quick === null && canBeRemembered() && (await openPersisted(askServer))) return
  // A check without an answer is not a refusal: unsaved text can be reached meanwhile.
  const isOpen = quick === null && openUnchecked()
  const reply = quick ?? (await askPatiently(authToken, isOpen))
  if (storedToken() !== authToken) return
  if (reply === null) giveUpChecking()
  else if (reply.authenticated) {
    goOnInSession(reply)
    if (isOpen) void queryClient.refetchQueries({ predicate: query => query.state.status === 'error' })
  }
  // The screen stays, with what was written on it meanwhile, and asks for the password.
  else if (isOpen) endSession()
  else leaveSession()
}

/** Opens the screens of the person whose token this tab has. Whether that is known. */
function openUnchecked(): boolean {
  const person = storedPerson()
  if (person === null || getDefaultStore().get(authStatusAtom) !== 'checking') return false
  openScreensOf(person)
  return true
}

/** Without a token the device is asked for. Throws CallFailed. */
export function askServer(authToken: string | null) {
  return callApi(checkSignIn, authToken === null ? {} : { authToken })
}

/**
 * Asks until there is an answer: no answer is not a no. Null when asking again is of no use, or the token is another one by now. While
 * screens are open, only an answer ends the asking.
 */
async function askPatiently(authToken: string | null, isOpen: boolean) {
  const store = getDefaultStore()
  const telling = setTimeout(() => store.set(isServerUnreachableAtom, true), TOLD_AFTER_MS)
  try {
    while (storedToken() === authToken) {
      try {
        return await askServer(authToken)
      } catch (error) {
        // A proxy that refuses in its place, and a limit, say nothing about the token.
        if (!isOpen && isRejection(error) && (error as CallFailed).message !== '') return null
      }
      await pause(store.get(isServerUnreachableAtom) ? LATER_PAUSE_MS : CHECK_PAUSE_MS)
    }
    return null
  } finally {
    clearTimeout(telling)
    store.set(isServerUnreachableAtom, false)
  }
}

/** Over as soon as the device has a network again, or its user asks for it. */
function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    const stopListening = onBackOnline(end)
    const timer = setTimeout(end, milliseconds)
    function end() {
      stopListening()
      clearTimeout(timer)
      resolve()
    }
  })
}
