import { getDefaultStore } from 'jotai'
import { titlePrefixAtom } from '#client/platform/browser/screenTitle.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { queryClient } from '#client/platform/calls/queryClient.tsx'
import { getUnread, type UnreadView } from '#protocol/hubs.ts'
import { newNotificationsAtom } from './counts.ts'
import { onEvent, onResync } from './eventBus.ts'
import { subscribeToSeen } from './seen.ts'
import { setUnreadCounts, withAllUnread, withHub, withoutHub } from './unread.cache.ts'
import { noUnread, unreadByHub, unreadMark, unreadNumbersAtom, unreadTotalAtom } from './unread.ts'

/** Query key of the counts in the persisted query cache. */
export const UNREAD_KEY = ['unread'] as const

/** A new connection requests the counts. Without one within this time they are requested anyway. */
const CONNECT_GRACE_MS = 500
/** Retry delay in milliseconds. It doubles up to the maximum. */
const RETRY_MS = 500
const RETRY_MAX_MS = 8_000

/**
 * Keeps the unread counts current while the user is signed in. Returns the unsubscribe function, which
 * resets them.
 */
export function subscribeToUnread(): () => void {
  const store = getDefaultStore()
  let lastRequest = 0

  /** Retries until a response arrives, a later request starts, or the subscription ends. */
  async function fetchAll() {
    clearTimeout(fallbackTimer)
    const request = ++lastRequest
    for (let afterMs = RETRY_MS; ; afterMs = Math.min(2 * afterMs, RETRY_MAX_MS)) {
      const answer = await callApi(getUnread, {}).catch(() => null)
      if (request !== lastRequest) return
      if (answer) return store.set(unreadNumbersAtom, numbers => withAllUnread(numbers, answer.hubs))
      await new Promise(resolve => setTimeout(resolve, afterMs))
      if (request !== lastRequest) return
    }
  }
  const refresh = () => void fetchAll()
  const fallbackTimer = setTimeout(refresh, CONNECT_GRACE_MS)

  function persist(): void {
    const numbers = store.get(unreadNumbersAtom)
    if (numbers !== noUnread) queryClient.setQueryData<UnreadView[]>(UNREAD_KEY, unreadByHub(numbers))
  }
  const cleanups = [
    store.sub(unreadNumbersAtom, persist),
    onResync(refresh),
    subscribeToSeen(),
    onEvent('note:shared', applyOwnUnread),
    onEvent('note:withdrawn', applyOwnUnread),
    onEvent('hub:kept', preferences => setUnreadCounts([preferences])),
    // A response in flight may predate the change, so request again.
    onEvent('hub:added', ({ hub }) => {
      store.set(unreadNumbersAtom, numbers => withHub(numbers, hub))
      refresh()
    }),
    onEvent('hub:removed', ({ hubNo }) => {
      store.set(unreadNumbersAtom, numbers => withoutHub(numbers, hubNo))
      refresh()
    }),
  ]
  const stopShowing = showPersistedUnread()

  return () => {
    clearTimeout(fallbackTimer)
    lastRequest += 1
    for (const cleanup of cleanups) cleanup()
    stopShowing()
  }
}

/** Shows the persisted counts of this device and their updates. Returns the cleanup function, which resets them. */
export function showPersistedUnread(): () => void {
  const store = getDefaultStore()
  const show = () => showUnreadIndicators(store.get(unreadTotalAtom), store.get(newNotificationsAtom) > 0)
  const cleanups = [store.sub(unreadTotalAtom, show), store.sub(newNotificationsAtom, show)]
  setUnreadCounts(queryClient.getQueryData<UnreadView[]>(UNREAD_KEY) ?? [])
  return () => {
    for (const cleanup of cleanups) cleanup()
    store.set(unreadNumbersAtom, noUnread)
    // The notification count may be reset later.
    showUnreadIndicators(0, false)
  }
}

function applyOwnUnread({
  hubNo,
  unread,
}: {
  hubNo: number
  unread?: Omit<UnreadView, 'hubNo'> | undefined
}): void {
  if (unread) setUnreadCounts([{ hubNo, ...unread }])
}

/** In the tab title and on the icon of an installed app: a number, or a dot for notifications only. */
function showUnreadIndicators(total: number, hasNotifications: boolean): void {
  getDefaultStore().set(titlePrefixAtom, unreadMark(total, hasNotifications))
  if (!('setAppBadge' in navigator)) return
  const badge = total === 0 && hasNotifications ? navigator.setAppBadge() : navigator.setAppBadge(total)
  void badge.catch(() => undefined)
}
