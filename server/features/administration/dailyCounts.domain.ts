import type { DailyCount } from '#protocol/administration.ts'
import { DAYS_COUNTED } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { beginOfDay, daysOver, endOfDay } from '#server/platform/seoulDays.ts'

/** What began before midnight is written by then, and the clocks of all nodes have passed it. */
const SETTLED_MS = 10 * 60_000

/** The days that are counted now, the earliest first. */
export async function listDailyCounts(context: Context): Promise<DailyCount[]> {
  return context.stores.dailyCounts.since(countedDays(context)[0])
}

/** Counts each of the last days that is over and was not counted yet, and forgets those before. Any node may do it, at any time. */
export async function keepDailyCounts(context: Context): Promise<void> {
  const { dailyCounts } = context.stores
  const days = countedDays(context)
  const kept = new Set((await dailyCounts.since(days[0])).map(({ day }) => day))
  const missing = days.filter(day => !kept.has(day))
  for (const day of missing)
    await dailyCounts.keep({ day, ...(await dailyCounts.countMade(beginOfDay(day), endOfDay(day))) })
  if (missing.length > 0) await dailyCounts.forgetBefore(days[0])
}

function countedDays({ clock }: Context): [string, ...string[]] {
  return daysOver(new Date(clock().getTime() - SETTLED_MS), DAYS_COUNTED) as [string, ...string[]]
}
