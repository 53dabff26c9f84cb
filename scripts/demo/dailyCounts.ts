import type { Connection } from 'mongoose'
import { type CountedKind, countedKinds } from '#protocol/administration.ts'
import { DAYS_COUNTED } from '#protocol/limits.ts'
import type { DailyCountRepository } from '#server/features/administration/dailyCounts.repository.ts'
import { lastDays } from '#server/platform/seoulDays.ts'

/** Each kind's collection and its creation date. */
const SOURCES: Record<CountedKind, { collection: string; at: string }> = {
  people: { collection: 'users', at: 'createdAt' },
  notes: { collection: 'notes', at: 'createdAt' },
  shares: { collection: 'shares', at: 'sharedAt' },
  comments: { collection: 'comments', at: 'postedAt' },
  opinions: { collection: 'suggestions', at: 'timeCreated' },
}
const DAYS_A_WEEK = 7
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Saves the daily counts of the demo's past. A server would count everything on the day the demo was filled. That day is saved
 * too, so that a server keeps it.
 */
export async function saveDailyCounts(connection: Connection, store: DailyCountRepository): Promise<void> {
  const days = lastDays(new Date(Date.now() + DAY_MS), DAYS_COUNTED)
  const counts = await Promise.all(countedKinds.map(kind => countsOf(connection, kind)))
  for (const day of days) {
    const countOf = (kind: CountedKind) => countOn(counts[countedKinds.indexOf(kind)] ?? new Map(), day, days)
    await store.save({
      day,
      people: countOf('people'),
      notes: countOf('notes'),
      shares: countOf('shares'),
      comments: countOf('comments'),
      opinions: countOf('opinions'),
    })
  }
}

/**
 * The count of one day. The last day is not over yet, so it counts at least as much as the same weekday a week before.
 */
export function countOn(counts: ReadonlyMap<string, number>, day: string, days: readonly string[]): number {
  const made = counts.get(day) ?? 0
  if (day !== days.at(-1)) return made
  return Math.max(made, counts.get(days.at(-1 - DAYS_A_WEEK) ?? '') ?? 0)
}

async function countsOf(connection: Connection, kind: CountedKind): Promise<Map<string, number>> {
  const { collection, at } = SOURCES[kind]
  const day = { $dateToString: { date: `$${at}`, format: '%Y-%m-%d', timezone: '+09:00' } }
  const groups = connection
    .collection(collection)
    .aggregate<{ _id: string; count: number }>([{ $group: { _id: day, count: { $sum: 1 } } }])
  return new Map((await groups.toArray()).map(({ _id, count }) => [_id, count]))
}
