import { getDefaultStore } from 'jotai'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { type CallFailed, isRejection } from '#client/platform/calls/callFailed.ts'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import { withScreenTimeout } from '#client/platform/calls/retry.ts'
import { checkSignIn, type SignedInView } from '#protocol/accounts.ts'
import { erasePersistedCache, restorePersisted } from './persistedCache/persistence.ts'
import {
  abandonCheck,
  authAtom,
  authStatusAtom,
  canBeRemembered,
  clearSession,
  endSession,
  hasClosedScreensAtom,
  isServerUnreachableAtom,
  setSignedIn,
  staleSinceAtom,
  startSession,
  storedToken,
  storedUser,
} from './session.ts'
import { saveReturnUrl } from './viewState.ts'

/** Between two checks, in milliseconds; longer once the user has been told that the server is unreachable. */
const RETRY_MS = 1_500
const SLOW_RETRY_MS = 5_000
/** When the user is told that the server is unreachable, in milliseconds. */
const UNREACHABLE_AFTER_MS = 1_500
/** Between two checks while the screens show persisted data, in milliseconds. */
const PERSISTED_RETRY_MS = 15_000

/** Checks the stored token with the server, on every page load and after signing in. Never throws. */
export async function checkSession(): Promise<void> {
  const authToken = storedToken()
  if (authToken === null && !canBeRemembered()) return
  const quickReply = await withScreenTimeout(fetchSession(authToken)).catch(() => null)
  if (storedToken() !== authToken) return
  if (quickReply === null && canBeRemembered() && (await openWithPersistedCache())) return
  // No response is no rejection: the screens open meanwhile, so that unsaved text can be reached.
  const isOpen = quickReply === null && openWithStoredUser()
  const reply = quickReply ?? (await fetchSessionWithRetry(authToken, isOpen))
  if (storedToken() !== authToken) return
  if (reply === null) abandonCheck()
  else if (reply.authenticated && !isOfAnotherUser(reply)) {
    continueSession(reply)
    if (isOpen) void queryClient.refetchQueries({ predicate: query => query.state.status === 'error' })
  }
  // The screen stays, with the text that was written meanwhile, and asks for the password.
  else if (isOpen || reply.authenticated) endSession()
  else clearSession()
}

/** Whether the server signed in somebody else than the user of the open screen, as with an expired token and a remembered device. */
function isOfAnotherUser({ userNo }: SignedInView): boolean {
  const shown = getDefaultStore().get(authAtom)
  return shown.userNo !== 0 && shown.userNo !== userNo
}

/**
 * Continues the session for the same user. If the epoch has changed, a backup was restored and all cached data is stale: removes
 * inactive queries and refetches active ones in place, so that open forms keep their input. Drafts are not affected.
 */
export function continueSession(reply: SignedInView): void {
  const { epoch } = getDefaultStore().get(authAtom)
  const hasChanged = epoch !== '' && epoch !== reply.epoch
  if (hasChanged) queryClient.removeQueries({ type: 'inactive' })
  startSession(reply)
  if (hasChanged) void queryClient.invalidateQueries()
}

/** Opens the screens of the user whose token this tab has. Returns false if the user is unknown. */
function openWithStoredUser(): boolean {
  const user = storedUser()
  if (user === null || getDefaultStore().get(authStatusAtom) !== 'checking') return false
  setSignedIn(user)
  return true
}

/** Without a token the server checks the device's cookie. Throws CallFailed. */
export function fetchSession(authToken: string | null) {
  return callApi(checkSignIn, authToken === null ? {} : { authToken })
}

type Reply = Awaited<ReturnType<typeof fetchSession>>

/**
 * Repeats the check until the server responds. Returns null if repeating is of no use, or the token has changed. While screens are
 * open, only a response ends the loop.
 */
async function fetchSessionWithRetry(authToken: string | null, isOpen: boolean): Promise<Reply | null> {
  const store = getDefaultStore()
  const timer = setTimeout(() => store.set(isServerUnreachableAtom, true), UNREACHABLE_AFTER_MS)
  try {
    while (storedToken() === authToken) {
      try {
        return await fetchSession(authToken)
      } catch (error) {
        // A rejection by a proxy has no message. It and a rate limit say nothing about the token.
        if (!isOpen && isRejection(error) && (error as CallFailed).message !== '') return null
      }
      await pause(store.get(isServerUnreachableAtom) ? SLOW_RETRY_MS : RETRY_MS)
    }
    return null
  } finally {
    clearTimeout(timer)
    store.set(isServerUnreachableAtom, false)
  }
}

/** Ends early when the device is online again, or the user retries. */
function pause(milliseconds: number): Promise<void> {
  return new Promise(resolve => {
    const unsubscribe = onBackOnline(end)
    const timer = setTimeout(end, milliseconds)
    function end() {
      unsubscribe()
      clearTimeout(timer)
      resolve()
    }
  })
}

/**
 * Opens the screens of the remembered user with the persisted query cache and repeats the check in the background. Returns false if
 * nothing is persisted. Only a negative response erases the cache, not a missing one.
 */
async function openWithPersistedCache(): Promise<boolean> {
  const persisted = await restorePersisted(storedUser()?.userNo)
  const store = getDefaultStore()
  // Somebody may have signed in meanwhile.
  if (persisted === null || store.get(authStatusAtom) !== 'checking') return false
  const { keptAt, release: _, ...user } = persisted
  store.set(staleSinceAtom, keptAt)
  setSignedIn({ ...user, authToken: storedToken() ?? '' })

  const unsubscribe = onBackOnline(() => void checkAgain())
  const timer = setInterval(() => void checkAgain(), PERSISTED_RETRY_MS)
  let isChecking = false

  async function checkAgain(): Promise<void> {
    if (isChecking) return
    isChecking = true
    const reply = showsPersisted() ? await fetchSession(storedToken()).catch(() => null) : null
    isChecking = false
    if (reply === null && showsPersisted()) return
    clearInterval(timer)
    unsubscribe()
    // A user who signed out meanwhile is not signed in again.
    if (reply !== null && showsPersisted()) await applyReply(reply)
  }

  return true
}

const showsPersisted = () => getDefaultStore().get(staleSinceAtom) !== null

async function applyReply(reply: Reply): Promise<void> {
  const store = getDefaultStore()
  store.set(staleSinceAtom, null)
  if (reply.authenticated && reply.userNo === store.get(authAtom).userNo) {
    continueSession(reply)
    void queryClient.invalidateQueries()
    return
  }
  // The address and unsent comments wait for the same user; another user who signs in here gets neither.
  saveReturnUrl(location.pathname + location.search)
  clearSession()
  store.set(hasClosedScreensAtom, true)
  queryClient.clear()
  await erasePersistedCache()
}
