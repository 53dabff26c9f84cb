import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { countInbox } from '#protocol/inbox.ts'
import { onEvent, onResync } from './eventBus.ts'
import { notificationCountAtom } from './notifications.count.ts'
import { noNotifications, withCountEvent, withCountReply } from './notifications.numbers.ts'

/** Keeps the bell's number true while somebody is signed in. Returns how to stop, which forgets it. */
export function subscribeToNotificationCount(): () => void {
  const store = getDefaultStore()
  let isOver = false

  async function refresh() {
    // What is not answered is asked again with the next connection, and told with the next event.
    const answer = await callApi(countInbox, {}).catch(() => null)
    if (answer && !isOver) store.set(notificationCountAtom, known => withCountReply(known, answer))
  }
  const stops = [
    onResync(() => void refresh()),
    onEvent('inbox:changed', told => store.set(notificationCountAtom, known => withCountEvent(known, told))),
  ]
  return () => {
    isOver = true
    for (const stop of stops) stop()
    store.set(notificationCountAtom, noNotifications)
  }
}
