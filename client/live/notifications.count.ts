import { atom } from 'jotai'
import type { NotificationCount } from '#protocol/inbox.ts'

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
