import type { Connection } from 'mongoose'
import { type CountedKind, countedKinds } from '#protocol/administration.ts'
import { DAYS_COUNTED } from '#protocol/limits.ts'
import type { DailyCountRepository } from '#server/features/administration/dailyCounts.repository.ts'
import { lastDays } from '#server/platform/seoulDays.ts'

/** Where each kind is kept, and when it was made by the demo's clock. */
const MADE: Record<CountedKind, { collection: string; at: string }> = {
  people: { collection: 'users', at: 'createdAt' },
  notes: { collection: 'notes', at: 'createdAt' },
  shares: { collection: 'shares', at: 'sharedAt' },
  comments: { collection: 'comments', at: 'postedAt' },
  opinions: { collection: 'suggestions', at: 'timeCreated' },
}
const DAYS_A_WEEK = 7
const DAY_MS = 24 * 60 * 60 * 1000

/**
 * Counts the demo's past by its own clock: a server would count all of it on the day on which it was filled. That day is
 * told, too, so that a server leaves it as it is.
 */
export async function countDays(connection: Connection, store: DailyCountRepository): Promise<void> {
  const days = lastDays(new Date(Date.now() + DAY_MS), DAYS_COUNTED)
  const counts = await Promise.all(countedKinds.map(kind => countsOf(connection, kind)))
  for (const day of days) {
    const of = (kind: CountedKind) => numberOn(counts[countedKinds.indexOf(kind)] ?? new Map(), day, days)
    await store.save({
      day,
      people: of('people'),
      notes: of('notes'),
      shares: of('shares'),
      comments: of('comments'),
      opinions: of('opinions'),
    })
  }
}

/**
 * How much came to be on one of the days. The last one is not over when the demo is filled, and nothing may have happened on it yet: it
 * tells as much as the same day of the week before, where that is more.
 */
export function numberOn(counts: ReadonlyMap<string, number>, day: string, days: readonly string[]): number {
  const made = counts.get(day) ?? 0
  if (day !== days.at(-1)) return made
  return Math.max(made, counts.get(days.at(-1 - DAYS_A_WEEK) ?? '') ?? 0)
}

async function countsOf(connection: Connection, kind: CountedKind): Promise<Map<string, number>> {
  const { collection, at } = MADE[kind]
  const day = { $dateToString: { date: `$${at}`, format: '%Y-%m-%d', timezone: '+09:00' } }
  const groups = connection
    .collection(collection)
    .aggregate<{ _id: string; count: number }>([{ $group: { _id: day, count: { $sum: 1 } } }])
  return new Map((await groups.toArray()).map(({ _id, count }) => [_id, count]))
}
