import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed } from '#client/platform/calls/callFailed.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import {
  checkSignIn,
  type SignedInView,
  type SignInReply,
  signIn as signInCall,
  signOut as signOutCall,
} from '#protocol/accounts.ts'
import { erase, followKeeping } from './kept/keeping.ts'
import { openKept } from './kept/opening.ts'
import { takeWanted } from './returnAddress.ts'
import { goOnInSession } from './session.epoch.ts'
import { forgetUser } from './session.forget.ts'
import { finishBeforeSigningOut } from './session.leaving.ts'
import {
  adoptToken,
  authAtom,
  authStatusAtom,
  enterSession,
  giveUpChecking,
  leaveSession,
  mayStaySignedIn,
  storedToken,
} from './session.ts'
import { isUnreachedAtom } from './session.unreached.ts'
import { forgetLeaver, untoldLeaver } from './session.untold.ts'
import { askTabsForToken, onTabMessage, postToTabs } from './tabs.ts'

/** The pause after which a check is repeated that a restarting server or a lost network kept from an answer; later a longer one. */
const CHECK_PAUSE_MS = 1_500
const LATER_PAUSE_MS = 5_000
/** After so many attempts it is said that the server is not reached, and the pauses are longer. */
const ATTEMPTS_UNTOLD = 2
/** How long a device that stays signed in waits for the server before it shows what it has kept. */
const OPENED_WITHIN_MS = 3_000

followKeeping()

onTabMessage(message => {
  const token = storedToken()
  if (message.kind === 'asked' && token !== null) postToTabs({ kind: 'answered', authToken: token })
  if (message.kind === 'signedOut') void followLeaver(message.userNo)
  if (message.kind === 'passwordChanged') void checkSession()
})

/** Another tab has signed out. */
async function followLeaver(userNo: number): Promise<void> {
  await finishBeforeSigningOut()
  if (userNo !== getDefaultStore().get(authAtom).userNo) return
  const token = storedToken()
  forgetUser()
  queryClient.clear()
  await erase()
  endQuietly(token)
}

/** This tab's session, or else the one of an open tab, or of the device. Never throws. */
export async function findSession(): Promise<void> {
  if (storedToken() === null) {
    const authToken = await askTabsForToken()
    if (authToken === null && !mayStaySignedIn()) return leaveSession()
    // Somebody may have signed in here meanwhile.
    if (authToken !== null && storedToken() === null) adoptToken(authToken)
  }
  await checkSession()
}

/** Asks whether the stored token stands, on every page load and after signing in. Never throws. */
async function checkSession(): Promise<void> {
  const authToken = storedToken()
  if (authToken === null && !mayStaySignedIn()) return
  const quick = mayStaySignedIn() ? await within(OPENED_WITHIN_MS, ask(authToken)) : null
  if (storedToken() !== authToken) return
  if (quick === null && mayStaySignedIn() && (await openKept(ask))) return
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
function ask(authToken: string | null) {
  return callApi(checkSignIn, authToken === null ? {} : { authToken })
}

/** Asks until there is an answer: no answer is not a no. Null when asking again is of no use, or the token is another one by now. */
async function askPatiently(authToken: string | null) {
  const store = getDefaultStore()
  try {
    for (let attempt = 1; storedToken() === authToken; attempt++) {
      try {
        return await ask(authToken)
      } catch (error) {
        if (!(error instanceof CallFailed && error.isPassing)) return null
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

/**
 * Whether the e-mail and password were right; if so, the user is signed in, on this device until they sign out if it
 * `stays`. Throws CallFailed.
 */
export async function signIn(email: string, password: string, stays: boolean): Promise<boolean> {
  return enterBy(await callApi(signInCall, { email, password, stays }))
}

/** The same with the answer to a sign-in, however its person has proven who they are. */
export function enterBy(reply: SignInReply): boolean {
  if (!reply.authenticated) return false
  forgetLeaver()
  queryClient.clear()
  enterSession(reply)
  void checkSession()
  return true
}

/**
 * Signs the person of an ended session in again, and nobody else: what is on the screen is theirs and stays. Whether
 * the password was right. Throws CallFailed.
 */
export async function signInAgain(password: string): Promise<boolean> {
  const { userEmail, stays } = getDefaultStore().get(authAtom)
  return enterAgainBy(await callApi(signInCall, { email: userEmail, password, stays }))
}

/** The same with the answer to a sign-in. */
export function enterAgainBy(reply: SignInReply): boolean {
  if (!reply.authenticated) return false
  forgetLeaver()
  const store = getDefaultStore()
  // The answer may come after the person chose to leave, or be for whoever has the address by now or showed a passkey.
  if (reply.userNo !== store.get(authAtom).userNo || store.get(authStatusAtom) !== 'ended') {
    endQuietly(reply.authToken)
    return false
  }
  goOn(reply)
  return true
}

/** A token runs out before the session of a device that stays signed in, which is given another without a word. */
async function comeBack(): Promise<void> {
  const store = getDefaultStore()
  const { userNo } = store.get(authAtom)
  const reply = await ask(null).catch(() => null)
  if (store.get(authStatusAtom) !== 'ended' || reply === null) return
  if (reply.authenticated && reply.userNo === userNo) goOn(reply)
  else void erase()
}

getDefaultStore().sub(authStatusAtom, () => {
  const store = getDefaultStore()
  if (store.get(authStatusAtom) === 'ended' && store.get(authAtom).stays) void comeBack()
})

/** On the screen that an ended session left. */
function goOn(reply: SignedInView): void {
  goOnInSession(reply)
  // It is on the screen.
  takeWanted()
  void queryClient.refetchQueries({ predicate: query => query.state.status === 'error' })
}

/**
 * The second half of signing out: nothing that was fetched stays, the person's other tabs follow, and the server ends
 * the session. A token of null has ended already. That somebody leaves a device on which they stay signed in is noted before.
 */
export async function forgetAndTell({ authToken, userNo }: Leaver): Promise<void> {
  queryClient.clear()
  postToTabs({ kind: 'signedOut', userNo })
  await erase()
  if (authToken !== null) await callApi(signOutCall, { authToken })
  await endStaying()
}

export interface Leaver {
  authToken: string | null
  userNo: number
}

/**
 * Sees to it that the device's cookie opens nothing any more for whoever has left: it outlives a token that has run out, and a
 * line that was lost. Throws CallFailed.
 */
export async function endStaying(): Promise<void> {
  const leaver = untoldLeaver()
  if (leaver === null) return
  const reply = await callApi(checkSignIn, {})
  // They may have signed in again meanwhile.
  if (untoldLeaver() !== leaver) return
  if (reply.authenticated && String(reply.userNo) === leaver)
    await callApi(signOutCall, { authToken: reply.authToken })
  forgetLeaver()
}

/** Ends a session that nobody uses any more; one that cannot be ended runs out by itself. */
function endQuietly(authToken: string | null): void {
  if (authToken !== null) callApi(signOutCall, { authToken }).catch(() => undefined)
}
