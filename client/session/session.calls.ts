import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import {
  checkSignIn,
  type SignedInView,
  type SignInReply,
  signIn as signInCall,
  signOut as signOutCall,
} from '#protocol/accounts.ts'
import { erase, startPersistence } from './persistedCache/persistence.ts'
import { consumeReturnUrl } from './returnAddress.ts'
import { askServer, checkSession } from './session.checking.ts'
import { goOnInSession } from './session.epoch.ts'
import { forgetUser } from './session.forget.ts'
import { forgetLeaver, pendingLeaver } from './session.leaver.ts'
import { finishBeforeSigningOut } from './session.leaving.ts'
import { finishForOtherTab } from './session.others.ts'
import {
  adoptToken,
  authAtom,
  authStatusAtom,
  canBeRemembered,
  enterSession,
  leaveSession,
  storedPerson,
  storedToken,
} from './session.ts'
import { finishHere } from './session.unsent.ts'
import { askTabsForSession, onTabMessage, postToTabs } from './tabs.ts'

startPersistence()

onTabMessage(message => {
  const token = storedToken()
  if (message.kind === 'asked' && token !== null)
    postToTabs({ kind: 'answered', authToken: token, person: storedPerson() })
  if (message.kind === 'leaving' && isHere(message.userNo)) void finishForOtherTab(finishHere)
  if (message.kind === 'signedOut') void followLeaver(message.userNo)
  if (message.kind === 'passwordChanged') void checkSession()
})

const isHere = (userNo: number) => userNo === getDefaultStore().get(authAtom).userNo

/** Another tab has signed out. */
async function followLeaver(userNo: number): Promise<void> {
  await finishBeforeSigningOut()
  if (!isHere(userNo)) return
  const token = storedToken()
  forgetUser()
  queryClient.clear()
  await erase()
  endQuietly(token)
}

/** This tab's session, or else the one of an open tab, or of the device. Never throws. */
export async function findSession(): Promise<void> {
  if (storedToken() === null) {
    const other = await askTabsForSession()
    if (other === null && pendingLeaver() !== null) return followCutShort()
    if (other === null && !canBeRemembered()) return leaveSession()
    // Somebody may have signed in here meanwhile.
    if (other !== null && storedToken() === null) adoptToken(other.authToken, other.person)
  }
  await checkSession()
}

/** Whoever stayed signed in here was signing out when their last tab was closed. */
async function followCutShort(): Promise<void> {
  leaveSession()
  await endRememberedSession().catch(() => undefined)
}

/**
 * Whether the e-mail and password were right; if so, the user is signed in, on this device until they sign out if it
 * `stays`. Throws CallFailed.
 */
export async function signIn(email: string, password: string, rememberMe: boolean): Promise<boolean> {
  return enterBy(await callApi(signInCall, { email, password, stays: rememberMe }))
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
  const { userEmail, stays: rememberMe } = getDefaultStore().get(authAtom)
  return enterAgainBy(await callApi(signInCall, { email: userEmail, password, stays: rememberMe }))
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
  const reply = await askServer(null).catch(() => null)
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
  consumeReturnUrl()
  void queryClient.refetchQueries({ predicate: query => query.state.status === 'error' })
}

/**
 * The second half of signing out: nothing that was fetched stays, the person's other tabs follow, and the server ends
 * the session. A token of null has ended already. That somebody leaves a device on which they stay signed in is noted before.
 */
export async function forgetAndTell({ authToken, userNo }: Leaver): Promise<void> {
  queryClient.clear()
  postToTabs({ kind: 'signedOut', userNo })
  // The server is told meanwhile: the device may be slow, and the page may be closed.
  const erasing = erase()
  try {
    if (authToken !== null) await callApi(signOutCall, { authToken })
    await endRememberedSession()
  } finally {
    await erasing
  }
}

export interface Leaver {
  authToken: string | null
  userNo: number
}

/**
 * Sees to it that the device's cookie opens nothing any more for whoever has left: it outlives a token that has run out, and a
 * line that was lost. Throws CallFailed.
 */
export async function endRememberedSession(): Promise<void> {
  const leaver = pendingLeaver()
  if (leaver === null) return
  const reply = await callApi(checkSignIn, {})
  // They may have signed in again meanwhile.
  if (pendingLeaver() !== leaver) return
  if (reply.authenticated && String(reply.userNo) === leaver)
    await callApi(signOutCall, { authToken: reply.authToken })
  forgetLeaver()
}

/** Ends a session that nobody uses any more; one that cannot be ended runs out by itself. */
function endQuietly(authToken: string | null): void {
  if (authToken !== null) callApi(signOutCall, { authToken }).catch(() => undefined)
}
