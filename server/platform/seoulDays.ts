/** Seoul is nine hours ahead of UTC all year (IANA's Asia/Seoul, since 1988). */
const BEFORE_UTC_MS = 9 * 3_600_000
const DAY_MS = 24 * 3_600_000

/**
 * Start of a day in Seoul.
 * @param day such as '2026-11-23'.
 */
export function startOfDay(day: string): Date {
  return new Date(Date.parse(day) - BEFORE_UTC_MS)
}

export function endOfDay(day: string): Date {
  return new Date(startOfDay(day).getTime() + DAY_MS)
}

/** The last `count` complete days in Seoul, such as '2026-11-22', oldest first. */
export function lastDays(moment: Date, count: number): string[] {
  const today = moment.getTime() + BEFORE_UTC_MS
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
