import type { NotificationCount } from '#protocol/inbox.ts'

/** Before anything was told. */
export const noNotifications: NotificationCount = { count: 0, revision: -1 }

/** Takes what an event tells. A lower or equal revision changes nothing, so events may come twice, late or out of order. */
export function withCountEvent(known: NotificationCount, told: NotificationCount): NotificationCount {
  return told.revision > known.revision ? told : known
}

/** Takes an answer. Of the same revision the answer is right: it may hold what was saved and never told. */
export function withCountReply(
  known: NotificationCount,
  { count, revision }: NotificationCount,
): NotificationCount {
  return revision >= known.revision ? { count, revision } : known
}
