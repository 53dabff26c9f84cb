import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { authAtom } from '#client/session/session.ts'
import { isAdministrator } from '#protocol/access.ts'
import { countInbox } from '#protocol/inbox.ts'
import { countReports } from '#protocol/reports.ts'
import { onEvent, onResync } from './eventBus.ts'
import {
  noNotifications,
  notificationCountAtom,
  withCountEvent,
  withCountReply,
} from './notifications.count.ts'
import { waitingReportsAtom } from './reports.count.ts'

/**
 * Keeps the notification count current while the user is signed in. Returns the unsubscribe function, which
 * resets it.
 */
export function subscribeToNotificationCount(): () => void {
  const store = getDefaultStore()
  let hasEnded = false

  async function refresh() {
    // A failed request is repeated on the next reconnect or replaced by the next event.
    const answer = await callApi(countInbox, {}).catch(() => null)
    if (answer && !hasEnded) store.set(notificationCountAtom, known => withCountReply(known, answer))
  }
  const cleanups = [
    onResync(() => void refresh()),
    onEvent('inbox:changed', event =>
      store.set(notificationCountAtom, known => withCountEvent(known, event)),
    ),
  ]
  return () => {
    hasEnded = true
    for (const stop of cleanups) stop()
    store.set(notificationCountAtom, noNotifications)
  }
}

/**
 * Keeps the number of waiting reports current for administrators. Returns the unsubscribe function, which
 * resets it.
 */
export function subscribeToReportCount(): () => void {
  const store = getDefaultStore()
  let lastRequest = 0

  async function refresh() {
    if (!isAdministrator(store.get(authAtom))) return
    const request = ++lastRequest
    // A failed request is repeated on the next reconnect or event.
    const answer = await callApi(countReports, {}).catch(() => null)
    if (answer && request === lastRequest) store.set(waitingReportsAtom, answer.waiting)
  }
  const cleanups = [onResync(() => void refresh()), onEvent('reports:changed', () => void refresh())]
  return () => {
    lastRequest += 1
    for (const stop of cleanups) stop()
    store.set(waitingReportsAtom, 0)
  }
}
