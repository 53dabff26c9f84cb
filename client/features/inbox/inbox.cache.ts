import { type InboxPage, kindsToMe, type NotificationFilter, type NotificationView } from '#protocol/inbox.ts'

/** In its state at that time: an entry that was told anew is another one. */
const stateOf = ({ thing, at, commentCount, peopleCount }: NotificationView) =>
  `${thing} ${at} ${commentCount} ${peopleCount}`

/** How many of the newest entries are new and do not stand in the list: they wait until they are asked for. */
export function waitingIn(newest: readonly NotificationView[], shown: readonly NotificationView[]): number {
  const states = new Set(shown.map(stateOf))
  return newest.filter(notification => notification.isNew && !states.has(stateOf(notification))).length
}

/**
 * The list as it stands, without the marks of what was seen since, and without what is told no more, such as a comment that was
 * deleted: nothing else in it moves.
 */
export function withNewest(
  shown: readonly NotificationView[],
  { news: newest, next }: Pick<InboxPage, 'news' | 'next'>,
): NotificationView[] {
  const seen = new Set(newest.filter(({ isNew }) => !isNew).map(stateOf))
  const told = new Set(newest.map(({ thing }) => thing))
  // What is older than the answer reaches may still be told.
  const isTold = ({ thing, at }: NotificationView) => told.has(thing) || (next !== null && at <= next.at)
  return shown
    .filter(isTold)
    .map(notification =>
      notification.isNew && seen.has(stateOf(notification))
        ? { ...notification, isNew: false }
        : notification,
    )
}

export function isAmong({ kind, isNew }: NotificationView, only: NotificationFilter | undefined): boolean {
  if (only === undefined) return true
  return only === 'new' ? isNew : kindsToMe.includes(kind)
}

export interface NotificationDay {
  /** Its name. */
  day: string
  groups: NotificationView[][]
}

/** By day, and in a day what is about one note together, where the newest of it stands. */
export function byDay(list: readonly NotificationView[], nameOf: (at: Date) => string): NotificationDay[] {
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
      const begun = [notification]
      groups.set(key, begun)
      days.at(-1)?.groups.push(begun)
    }
  }
  return days
}
