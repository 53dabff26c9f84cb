import { DAY_MS } from '#server/platform/durations.ts'
import { dayOf } from '#server/platform/seoulDays.ts'

const DAILY_KEPT = 7
const WEEKLY_KEPT = 4

interface StoredBackup {
  name: string
  at: Date
}

/**
 * Names of the backups to keep: the newest of each of the latest seven days, and of each of the latest four weeks, that
 * have one. Days and weeks are those of Seoul; weeks begin on Mondays. Gaps keep older backups, so the last one always stays.
 */
export function backupsToKeep(backups: readonly StoredBackup[]): Set<string> {
  const newestFirst = backups.toSorted((a, b) => b.at.getTime() - a.at.getTime())
  return new Set([
    ...newestOfEach(newestFirst, dayOf).slice(0, DAILY_KEPT),
    ...newestOfEach(newestFirst, weekOf).slice(0, WEEKLY_KEPT),
  ])
}

function newestOfEach(newestFirst: readonly StoredBackup[], periodOf: (at: Date) => string): string[] {
  const newest = new Map<string, string>()
  for (const { name, at } of newestFirst) {
    const period = periodOf(at)
    if (!newest.has(period)) newest.set(period, name)
  }
  return [...newest.values()]
}

const WEEK_DAYS = 7

/** The Monday of the week, such as '2026-11-23'. */
function weekOf(at: Date): string {
  const day = Date.parse(dayOf(at))
  const daysSinceMonday = (new Date(day).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS
  return new Date(day - daysSinceMonday * DAY_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}
