import { getDefaultStore } from 'jotai'
import { getUnread } from '#protocol/hubs.ts'
import { callApi } from './callApi.ts'
import { onEvent, onResync } from './socket.ts'
import { noUnread, withAllUnread, withoutHub } from './unread.reducer.ts'
import { takeUnread, unreadNumbersAtom, unreadTotalAtom } from './unread.ts'

/** Keeps the unread numbers true while somebody is signed in. Returns how to stop, which forgets them. */
export function followUnread(): () => void {
  const store = getDefaultStore()
  let lastQuestion = 0

  async function fetchAll() {
    const question = ++lastQuestion
    const { hubs } = await callApi(getUnread, {})
    if (question === lastQuestion) store.set(unreadNumbersAtom, numbers => withAllUnread(numbers, hubs))
  }
  // Unreached, the numbers stay as they are until the next resync.
  const refresh = () => void fetchAll().catch(() => undefined)

  const stops = [
    onResync(refresh),
    onEvent('unread:changed', told => takeUnread([told])),
    // An answer that is on its way may not know the change yet: it is asked for again.
    onEvent('hub:added', ({ hub }) => {
      takeUnread([hub])
      refresh()
    }),
    onEvent('hub:removed', ({ hubNo }) => {
      store.set(unreadNumbersAtom, numbers => withoutHub(numbers, hubNo))
      refresh()
    }),
    store.sub(unreadTotalAtom, () => markAppIcon(store.get(unreadTotalAtom))),
  ]
  refresh()

  return () => {
    lastQuestion += 1
    store.set(unreadNumbersAtom, noUnread)
    for (const stop of stops) stop()
  }
}

/** The number on an installed app's icon, where the system shows one. */
function markAppIcon(total: number): void {
  if ('setAppBadge' in navigator) void navigator.setAppBadge(total).catch(() => undefined)
}
