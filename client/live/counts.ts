import { atom, getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { authAtom } from '#client/session/session.ts'
import { isAdministrator } from '#protocol/access.ts'
import { countInbox, type NotificationCount } from '#protocol/inbox.ts'
import { countReports } from '#protocol/reports.ts'
import { onEvent, onResync } from './eventBus.ts'
import { waitingReportsAtom } from './unread.ts'

export const noNotifications: NotificationCount = { count: 0, revision: -1 }

/** The notification count of the bell and the tab title. */
export const notificationCountAtom = atom(noNotifications)

export const newNotificationsAtom = atom(get => get(notificationCountAtom).count)

/** Applies an event. A lower or equal revision is ignored, so events may arrive twice, late or out of order. */
export function withCountEvent(known: NotificationCount, event: NotificationCount): NotificationCount {
  return event.revision > known.revision ? event : known
}

/**
 * Applies a response. At the same revision the response wins: it may contain changes that were saved and
 * never published.
 */
export function withCountReply(
  known: NotificationCount,
  { count, revision }: NotificationCount,
): NotificationCount {
  return revision >= known.revision ? { count, revision } : known
}

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
