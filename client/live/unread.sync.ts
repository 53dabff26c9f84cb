import { getDefaultStore } from 'jotai'
import { titleMarkAtom } from '#client/platform/browser/titleMark.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { queryClient } from '#client/platform/calls/queryClient.ts'
import { getUnread, type UnreadView } from '#protocol/hubs.ts'
import { onEvent, onResync } from './eventBus.ts'
import { newNotificationsAtom } from './notifications.count.ts'
import { followSeen } from './seen.ts'
import { noUnread, unreadByHub } from './unread.numbers.ts'
import { withAllUnread, withHub, withoutHub } from './unread.reducer.ts'
import { setUnreadCounts } from './unread.taking.ts'
import { unreadMark, unreadNumbersAtom, unreadTotalAtom } from './unread.ts'

/** Under which they are kept with what else is read without a line. */
export const UNREAD_KEY = ['unread'] as const

/** Once the connection is open the numbers are asked for in any case. Who gets none within this time asks without it. */
const CONNECTED_WITHIN_MS = 500
/** After how long a question that was not answered is asked again: twice as long each time, up to the longest. */
const ASK_AGAIN_AFTER_MS = 500
const ASK_AGAIN_AFTER_AT_MOST_MS = 8_000

/** Keeps the unread numbers true while somebody is signed in. Returns how to stop, which forgets them. */
export function followUnread(): () => void {
  const store = getDefaultStore()
  let lastQuestion = 0

  /** Until it is answered, or a later question or the end makes it idle. */
  async function fetchAll() {
    clearTimeout(unconnected)
    const question = ++lastQuestion
    for (let afterMs = ASK_AGAIN_AFTER_MS; ; afterMs = Math.min(2 * afterMs, ASK_AGAIN_AFTER_AT_MOST_MS)) {
      const answer = await callApi(getUnread, {}).catch(() => null)
      if (question !== lastQuestion) return
      if (answer) return store.set(unreadNumbersAtom, numbers => withAllUnread(numbers, answer.hubs))
      await new Promise(resolve => setTimeout(resolve, afterMs))
      if (question !== lastQuestion) return
    }
  }
  const refresh = () => void fetchAll()
  const unconnected = setTimeout(refresh, CONNECTED_WITHIN_MS)

  function keep(): void {
    const numbers = store.get(unreadNumbersAtom)
    if (numbers !== noUnread) queryClient.setQueryData<UnreadView[]>(UNREAD_KEY, unreadByHub(numbers))
  }
  const stops = [
    store.sub(unreadNumbersAtom, keep),
    onResync(refresh),
    followSeen(),
    onEvent('note:shared', takeOwn),
    onEvent('note:withdrawn', takeOwn),
    onEvent('hub:kept', kept => setUnreadCounts([kept])),
    // An answer that is on its way may not know the change yet: it is asked for again.
    onEvent('hub:added', ({ hub }) => {
      store.set(unreadNumbersAtom, numbers => withHub(numbers, hub))
      refresh()
    }),
    onEvent('hub:removed', ({ hubNo }) => {
      store.set(unreadNumbersAtom, numbers => withoutHub(numbers, hubNo))
      refresh()
    }),
  ]
  const stopShowing = showKeptUnread()

  return () => {
    clearTimeout(unconnected)
    lastQuestion += 1
    for (const stop of stops) stop()
    stopShowing()
  }
}

/** Shows the numbers as they were last known on this device, and what becomes of them. Returns how to stop, which forgets them. */
export function showKeptUnread(): () => void {
  const store = getDefaultStore()
  const show = () => showMarks(store.get(unreadTotalAtom), store.get(newNotificationsAtom) > 0)
  const stops = [store.sub(unreadTotalAtom, show), store.sub(newNotificationsAtom, show)]
  setUnreadCounts(queryClient.getQueryData<UnreadView[]>(UNREAD_KEY) ?? [])
  return () => {
    for (const stop of stops) stop()
    store.set(unreadNumbersAtom, noUnread)
    // The bell's number may be forgotten after this one.
    showMarks(0, false)
  }
}

/** What a hub's event tells of the user's own. */
function takeOwn({ hubNo, unread }: { hubNo: number; unread?: Omit<UnreadView, 'hubNo'> | undefined }): void {
  if (unread) setUnreadCounts([{ hubNo, ...unread }])
}

/** Before the tab's title, and on an installed app's icon, where the system shows one: a number, or a dot for the bell alone. */
function showMarks(total: number, hasNotifications: boolean): void {
  getDefaultStore().set(titleMarkAtom, unreadMark(total, hasNotifications))
  if (!('setAppBadge' in navigator)) return
  const badge = total === 0 && hasNotifications ? navigator.setAppBadge() : navigator.setAppBadge(total)
  void badge.catch(() => undefined)
}
