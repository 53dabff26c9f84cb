/** Seoul's clock is nine hours before UTC, in summer as in winter (IANA's Asia/Seoul, since 1988). */
const BEFORE_UTC_MS = 9 * 3_600_000
const DAY_MS = 24 * 3_600_000

/** When a day begins in Seoul; `day` as '2026-11-23'. */
export function beginOfDay(day: string): Date {
  return new Date(Date.parse(day) - BEFORE_UTC_MS)
}

/** When it is over. */
export function endOfDay(day: string): Date {
  return new Date(beginOfDay(day).getTime() + DAY_MS)
}

/** The last `count` days that are over in Seoul at a moment, such as '2026-11-22', the earliest first. */
export function daysOver(moment: Date, count: number): string[] {
  const today = moment.getTime() + BEFORE_UTC_MS
  return Array.from({ length: count }, (_, index) =>
    new Date(today - (count - index) * DAY_MS).toISOString().slice(0, 10),
  )
}
