import { getDefaultStore } from 'jotai'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import { saveReturnUrl } from '#client/session/returnAddress.ts'
import { goOnInSession } from '#client/session/session.epoch.ts'
import {
  authAtom,
  authStatusAtom,
  leaveSession,
  openScreensOf,
  storedToken,
} from '#client/session/session.ts'
import type { checkSignIn } from '#protocol/accounts.ts'
import type { ReplyOf } from '#protocol/call.ts'
import { erase, restorePersisted } from './persistence.ts'
import { staleSinceAtom } from './staleSince.ts'

/** After which pause the server is asked again whether anybody is signed in, in milliseconds. */
const ASKED_EVERY_MS = 15_000

type Ask = (authToken: string | null) => Promise<ReplyOf<typeof checkSignIn>>

/**
 * Opens the screens of whoever stays signed in here with what is kept, until the server answers. Whether there was anything to
 * open. A check that nobody answers is no refusal; one that is answered with no erases all of it.
 */
export async function openPersisted(ask: Ask): Promise<boolean> {
  const found = await restorePersisted()
  const store = getDefaultStore()
  // Somebody may have signed in meanwhile.
  if (found === null || store.get(authStatusAtom) !== 'checking') return false
  const { keptAt, release: _, ...person } = found
  store.set(staleSinceAtom, keptAt)
  openScreensOf({ ...person, authToken: storedToken() ?? '' })

  const stopListening = onBackOnline(() => void askAgain())
  const timer = setInterval(() => void askAgain(), ASKED_EVERY_MS)
  let isAsking = false

  async function askAgain(): Promise<void> {
    if (isAsking) return
    isAsking = true
    const reply = isHeld() ? await ask(storedToken()).catch(() => null) : null
    isAsking = false
    if (reply === null && isHeld()) return
    clearInterval(timer)
    stopListening()
    // Who signed out meanwhile is not to be brought back.
    if (reply !== null && isHeld()) await take(reply)
  }

  return true
}

const isHeld = () => getDefaultStore().get(staleSinceAtom) !== null

async function take(reply: Awaited<ReturnType<Ask>>): Promise<void> {
  const store = getDefaultStore()
  store.set(staleSinceAtom, null)
  if (reply.authenticated && reply.userNo === store.get(authAtom).userNo) {
    goOnInSession(reply)
    void queryClient.invalidateQueries()
    return
  }
  // Unsent comments and the address wait for the same person; somebody else who signs in here gets neither.
  saveReturnUrl(location.pathname + location.search)
  leaveSession()
  queryClient.clear()
  await erase()
}
