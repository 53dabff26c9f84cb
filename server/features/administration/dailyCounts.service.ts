import type { DailyCount } from '#protocol/administration.ts'
import { DAYS_COUNTED } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { endOfDay, lastDays, startOfDay } from '#server/platform/seoulDays.ts'

/** After this delay all writes begun before midnight have finished, whatever the clock skew between nodes. */
const SETTLED_MS = 10 * 60_000

/** Earliest first. */
export async function listDailyCounts(context: Context): Promise<DailyCount[]> {
  return context.repositories.dailyCounts.findSince(countedDays(context)[0])
}

/** Counts completed days that are not stored yet, and deletes older ones. Safe to run on any node at any time. */
export async function storeDailyCounts(context: Context): Promise<void> {
  const { dailyCounts } = context.repositories
  const days = countedDays(context)
  const storedDays = new Set((await dailyCounts.findSince(days[0])).map(({ day }) => day))
  const missing = days.filter(day => !storedDays.has(day))
  for (const day of missing)
    await dailyCounts.save({ day, ...(await dailyCounts.countCreated(startOfDay(day), endOfDay(day))) })
  if (missing.length > 0) await dailyCounts.deleteBefore(days[0])
}

function countedDays({ clock }: Context): [string, ...string[]] {
  return lastDays(new Date(clock().getTime() - SETTLED_MS), DAYS_COUNTED) as [string, ...string[]]
}
