import { getDefaultStore } from 'jotai'
import { titleMarkAtom } from '#client/platform/browser/titleMark.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getUnread, type UnreadView } from '#protocol/hubs.ts'
import { onEvent, onResync } from './eventBus.ts'
import { noUnread, withAllUnread, withHub, withoutHub } from './unread.reducer.ts'
import { takeUnread, unreadMark, unreadNumbersAtom, unreadTotalAtom } from './unread.ts'

/** The connection is about to be opened, and after that has to be asked in any case; without it, after so long. */
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

  const stops = [
    onResync(refresh),
    onEvent('unread:changed', told => takeUnread([told])),
    onEvent('note:shared', takeOwn),
    onEvent('note:withdrawn', takeOwn),
    // An answer that is on its way may not know the change yet: it is asked for again.
    onEvent('hub:added', ({ hub }) => {
      store.set(unreadNumbersAtom, numbers => withHub(numbers, hub))
      refresh()
    }),
    onEvent('hub:removed', ({ hubNo }) => {
      store.set(unreadNumbersAtom, numbers => withoutHub(numbers, hubNo))
      refresh()
    }),
    store.sub(unreadTotalAtom, () => showTotal(store.get(unreadTotalAtom))),
  ]

  return () => {
    clearTimeout(unconnected)
    lastQuestion += 1
    store.set(unreadNumbersAtom, noUnread)
    for (const stop of stops) stop()
  }
}

/** What a hub's event tells of the user's own. */
function takeOwn({ hubNo, unread }: { hubNo: number; unread?: Omit<UnreadView, 'hubNo'> | undefined }): void {
  if (unread) takeUnread([{ hubNo, ...unread }])
}

/** Before the tab's title, and on an installed app's icon, where the system shows one. */
function showTotal(total: number): void {
  getDefaultStore().set(titleMarkAtom, unreadMark(total))
  if ('setAppBadge' in navigator) void navigator.setAppBadge(total).catch(() => undefined)
}
