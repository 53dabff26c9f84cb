import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import {
  checkSignIn,
  type SignedInView,
  type SignInReply,
  signIn as signInCall,
  signOut as signOutCall,
} from '#protocol/accounts.ts'
import { eraseOnSignOut, erasePersistedCache, startPersistence } from './persistedCache/persistence.ts'
import { flushForOtherTab, runBeforeSignOutTasks } from './session.beforeSignOut.ts'
import { checkSession, continueSession, fetchSession } from './session.check.ts'
import { clearPendingSignOut, forgetUser, pendingSignOutUserNo } from './session.signOutState.ts'
import {
  adoptToken,
  authAtom,
  authStatusAtom,
  canBeRemembered,
  clearSession,
  hasSignedInSince,
  recordSignIn,
  startSession,
  storedToken,
  storedUser,
} from './session.ts'
import { askTabsForSession, onTabMessage, postToTabs } from './tabs.ts'
import { consumeReturnUrl } from './viewState.ts'

// The server imports this module to render the sign-in screen.
if (typeof document !== 'undefined') {
  startPersistence()
  addEventListener('pageshow', reloadRestoredPage)
}

/** A page that the browser keeps in its history learns nothing of a sign-out in a later page of this tab, and would be shown as it was. */
function reloadRestoredPage({ persisted }: PageTransitionEvent): void {
  if (persisted && (storedToken() ?? '') !== getDefaultStore().get(authAtom).authToken) location.reload()
}

onTabMessage(message => {
  const token = storedToken()
  if (message.kind === 'asked' && token !== null)
    postToTabs({ kind: 'answered', authToken: token, person: storedUser() })
  if (message.kind === 'leaving' && isCurrentUser(message.userNo)) void flushForOtherTab()
  if (message.kind === 'signedOut') void signOutLikeOtherTab(message)
  // The screen of an ended session waits for its user, and the device may remember another one.
  if (message.kind === 'passwordChanged' && isCurrentUser(message.userNo)) void checkSession()
})

const isCurrentUser = (userNo: number) => userNo === getDefaultStore().get(authAtom).userNo

/** Signs this tab out after another tab has. */
async function signOutLikeOtherTab({
  userNo,
  at = Infinity,
}: {
  userNo: number
  at?: number
}): Promise<void> {
  await runBeforeSignOutTasks()
  if (!isCurrentUser(userNo)) return
  const token = storedToken()
  // A suspended tab receives the message late. What the device remembers by then is of the user who has signed in since.
  const isOnlyHere = hasSignedInSince(at)
  forgetUser({ isOnlyHere })
  queryClient.clear()
  if (!isOnlyHere) await eraseOnSignOut()
  endQuietly(token)
}

/** Finds the session of this tab, of another open tab or of the device, and checks it. Never throws. */
export async function findSession(): Promise<void> {
  if (storedToken() === null) {
    const other = await askTabsForSession()
    if (other === null && pendingSignOutUserNo() !== null) return finishInterruptedSignOut()
    if (other === null && !canBeRemembered()) return clearSession()
    // Somebody may have signed in here meanwhile.
    if (other !== null && storedToken() === null) adoptToken(other.authToken, other.person)
  }
  await checkSession()
}

/** The last tab of a remembered session was closed during the sign-out. */
async function finishInterruptedSignOut(): Promise<void> {
  void eraseOnSignOut()
  clearSession()
  await endRememberedSession().catch(() => undefined)
}

/**
 * Returns whether the e-mail and password were right; if so, the user is signed in. With `rememberMe` the device stays signed in until
 * they sign out. Throws CallFailed.
 */
export async function signIn(email: string, password: string, rememberMe: boolean): Promise<boolean> {
  return completeSignIn(await callApi(signInCall, { email, password, stays: rememberMe }))
}

/** Applies the response to a sign-in, by password or passkey. Returns whether the user is signed in. */
export function completeSignIn(reply: SignInReply): boolean {
  if (!reply.authenticated) return false
  recordSignIn()
  clearPendingSignOut()
  queryClient.clear()
  startSession(reply)
  void checkSession()
  return true
}

/**
 * Signs the user of an ended session in again, and nobody else, since the screen with its content stays. Returns whether the password
 * was right. Throws CallFailed.
 */
export async function signInAgain(password: string): Promise<boolean> {
  const { userEmail, stays: rememberMe } = getDefaultStore().get(authAtom)
  const reply = await callApi(signInCall, { email: userEmail, password, stays: rememberMe })
  return completeReauthentication(reply) === 'signedIn'
}

/** Applies the response to a repeated sign-in. `otherUser`: the credentials are right, and not those of the user of the screen. */
export function completeReauthentication(reply: SignInReply): 'wrongCredentials' | 'otherUser' | 'signedIn' {
  if (!reply.authenticated) return 'wrongCredentials'
  clearPendingSignOut()
  const store = getDefaultStore()
  // The user may have left meanwhile. The e-mail address may now belong to another account, and a passkey may be another user's.
  if (reply.userNo !== store.get(authAtom).userNo || store.get(authStatusAtom) !== 'ended') {
    endQuietly(reply.authToken)
    return 'otherUser'
  }
  recordSignIn()
  resumeSession(reply)
  return 'signedIn'
}

/** The token of a remembered session expires earlier than the session: fetches a new one silently. */
async function renewSession(): Promise<void> {
  const store = getDefaultStore()
  const { userNo } = store.get(authAtom)
  const reply = await fetchSession(null).catch(() => null)
  if (store.get(authStatusAtom) !== 'ended' || reply === null) return
  // Another user may have signed in on this device meanwhile, whose data stays.
  if (!reply.authenticated) void erasePersistedCache()
  else if (reply.userNo === userNo) resumeSession(reply)
}

getDefaultStore().sub(authStatusAtom, () => {
  const store = getDefaultStore()
  if (store.get(authStatusAtom) === 'ended' && store.get(authAtom).stays) void renewSession()
})

/** Continues on the screen of the ended session. */
function resumeSession(reply: SignedInView): void {
  continueSession(reply)
  // The screen at that address is open already.
  consumeReturnUrl()
  void queryClient.refetchQueries({ predicate: query => query.state.status === 'error' })
}

/**
 * The second half of signing out: clears the caches, signs the user's other tabs out, and ends the session on the server. A token of
 * null has expired already. Call `storePendingSignOut` first if the session is remembered.
 */
export async function finishSignOut({ authToken, userNo }: Credentials): Promise<void> {
  queryClient.clear()
  postToTabs({ kind: 'signedOut', userNo, at: Date.now() })
  // Runs in parallel with the calls: the device may be slow, and the page may be closed.
  const erasing = eraseOnSignOut()
  try {
    if (authToken !== null) await callApi(signOutCall, { authToken })
    await endRememberedSession()
  } finally {
    await erasing
  }
}

interface Credentials {
  authToken: string | null
  userNo: number
}

/**
 * Ends the remembered session of a user who has signed out. The device's cookie may still be valid if the token had expired or the
 * device was offline. Throws CallFailed.
 */
export async function endRememberedSession(): Promise<void> {
  const pendingUserNo = pendingSignOutUserNo()
  if (pendingUserNo === null) return
  const reply = await callApi(checkSignIn, {})
  // The user may have signed in again meanwhile.
  if (pendingSignOutUserNo() !== pendingUserNo) return
  if (reply.authenticated && String(reply.userNo) === pendingUserNo)
    await callApi(signOutCall, { authToken: reply.authToken })
  clearPendingSignOut()
}

/** Ends an unused session. If the call fails, the session expires by itself. */
function endQuietly(authToken: string | null): void {
  if (authToken !== null) callApi(signOutCall, { authToken }).catch(() => undefined)
}
