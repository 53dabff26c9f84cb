import { DAY_MS, HOUR_MS } from '#server/platform/durations.ts'

/** Seoul is nine hours ahead of UTC all year (IANA's Asia/Seoul, since 1988). */
const SEOUL_OFFSET_MS = 9 * HOUR_MS

/**
 * Start of a day in Seoul.
 * @param day such as '2026-11-23'.
 */
export function startOfDay(day: string): Date {
  return new Date(Date.parse(day) - SEOUL_OFFSET_MS)
}

export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS)
}

/** The day of a moment in Seoul, such as '2026-11-22'. */
export function dayOf(moment: Date): string {
  return new Date(moment.getTime() + SEOUL_OFFSET_MS).toISOString().slice(0, 'YYYY-MM-DD'.length)
}

/** The last `count` complete days in Seoul, oldest first. */
export function lastDays(moment: Date, count: number): string[] {
  return Array.from({ length: count }, (_, index) =>
    dayOf(new Date(moment.getTime() - (count - index) * DAY_MS)),
  )
}
