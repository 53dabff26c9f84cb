import { type InboxPage, kindsToMe, type NotificationFilter, type NotificationView } from '#protocol/inbox.ts'

/** Identifies a version of a notification; an update gives it another key. */
const versionKey = ({ thing, at, commentCount, peopleCount }: NotificationView) =>
  `${thing} ${at} ${commentCount} ${peopleCount}`

/** Counts new notifications that are not in the list. */
export function countWaiting(
  latest: readonly NotificationView[],
  current: readonly NotificationView[],
): number {
  const states = new Set(current.map(versionKey))
  return latest.filter(notification => notification.isNew && !states.has(versionKey(notification))).length
}

/**
 * Updates the list in place: clears the marks of seen notifications and removes deleted ones, for example
 * of a deleted comment. Moves nothing else.
 */
export function mergeNewest(
  current: readonly NotificationView[],
  { news: latest, next }: Pick<InboxPage, 'news' | 'next'>,
): NotificationView[] {
  const seen = new Set(latest.filter(({ isNew }) => !isNew).map(versionKey))
  const listed = new Set(latest.map(({ thing }) => thing))
  // Older notifications than the response covers may still exist.
  const stillExists = ({ thing, at }: NotificationView) =>
    listed.has(thing) || (next !== null && at <= next.at)
  return current
    .filter(stillExists)
    .map(notification =>
      notification.isNew && seen.has(versionKey(notification))
        ? { ...notification, isNew: false }
        : notification,
    )
}

export function matchesFilter(
  { kind, isNew }: NotificationView,
  only: NotificationFilter | undefined,
): boolean {
  if (only === undefined) return true
  return only === 'new' ? isNew : kindsToMe.includes(kind)
}

export interface NotificationDay {
  day: string
  groups: NotificationView[][]
}

/** Groups by day, and within a day by note, at the position of the newest of the group. */
export function groupByDay(
  list: readonly NotificationView[],
  nameOf: (at: Date) => string,
): NotificationDay[] {
  const days: NotificationDay[] = []
  const groups = new Map<string, NotificationView[]>()
  for (const notification of list) {
    const day = nameOf(new Date(notification.at))
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] })
    const about = notification.note
      ? `${notification.room?.hubNo}:${notification.note.noteNo}`
      : notification.thing
    const key = `${day} ${about}`
    const group = groups.get(key)
    if (group) group.push(notification)
    else {
      const created = [notification]
      groups.set(key, created)
      days.at(-1)?.groups.push(created)
    }
  }
  return days
}
