import { type InboxPage, kindsToMe, type NewsFilter, type NewsView } from '#protocol/inbox.ts'

/** In its state at that time: an entry that was told anew is another one. */
const stateOf = ({ thing, at, commentCount, peopleCount }: NewsView) =>
  `${thing} ${at} ${commentCount} ${peopleCount}`

/** How many of the newest entries are new and do not stand in the list: they wait until they are asked for. */
export function waitingIn(newest: readonly NewsView[], shown: readonly NewsView[]): number {
  const states = new Set(shown.map(stateOf))
  return newest.filter(news => news.isNew && !states.has(stateOf(news))).length
}

/**
 * The list as it stands, without the marks of what was seen since, and without what is told no more, such as a comment that was
 * deleted: nothing else in it moves.
 */
export function withNewest(
  shown: readonly NewsView[],
  { news: newest, next }: Pick<InboxPage, 'news' | 'next'>,
): NewsView[] {
  const seen = new Set(newest.filter(({ isNew }) => !isNew).map(stateOf))
  const told = new Set(newest.map(({ thing }) => thing))
  // What is older than the answer reaches may still be told.
  const isTold = ({ thing, at }: NewsView) => told.has(thing) || (next !== null && at <= next.at)
  return shown
    .filter(isTold)
    .map(news => (news.isNew && seen.has(stateOf(news)) ? { ...news, isNew: false } : news))
}

export function isAmong({ kind, isNew }: NewsView, only: NewsFilter | undefined): boolean {
  if (only === undefined) return true
  return only === 'new' ? isNew : kindsToMe.includes(kind)
}

export interface NewsDay {
  /** Its name. */
  day: string
  groups: NewsView[][]
}

/** By day, and in a day what is about one note together, where the newest of it stands. */
export function byDay(list: readonly NewsView[], nameOf: (at: Date) => string): NewsDay[] {
  const days: NewsDay[] = []
  const groups = new Map<string, NewsView[]>()
  for (const news of list) {
    const day = nameOf(new Date(news.at))
    if (days.at(-1)?.day !== day) days.push({ day, groups: [] })
    const about = news.note ? `${news.room?.hubNo}:${news.note.noteNo}` : news.thing
    const key = `${day} ${about}`
    const group = groups.get(key)
    if (group) group.push(news)
    else {
      const begun = [news]
      groups.set(key, begun)
      days.at(-1)?.groups.push(begun)
    }
  }
  return days
}
