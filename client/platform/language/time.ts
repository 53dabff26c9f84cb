import { prerendered } from '#client/platform/browser/prerenderedData.ts'
import { type Language, languages } from '#protocol/text/languages.ts'
import { t } from './language.ts'

const KOREAN_ZONE = 'Asia/Seoul'
const MINUTE_MS = 60_000
const DAY_MS = 24 * 60 * MINUTE_MS
/** Older times are shown as a date. */
const RELATIVE_MINUTES = 60

/** Created on first use: on a phone creating one takes tens of milliseconds. */
const formatters = new Map<string, Intl.DateTimeFormat>()
let clockFormatter: Intl.DateTimeFormat | undefined

/** In minutes. Korea has no daylight saving time. Most readers are there, so only clock times elsewhere show their offset. */
const KOREAN_OFFSET = 9 * 60

/** The time zone of all formats; that of the browser if undefined. */
let timeZone: string | undefined
const isElsewhere = offsetOf(new Date()) !== KOREAN_OFFSET
if (prerendered.now > 0 && isElsewhere) showKoreanTimes()

/** A prerendered page shows Korean times until it is hydrated. */
export function showKoreanTimes(): void {
  timeZone = KOREAN_ZONE
}

export function showLocalTimes(): void {
  timeZone = undefined
}

export const currentTimeZone = () => timeZone

/** Corrections of the browsers' locale data. Newer browsers write AM and PM in Korean times. */
const CORRECTIONS: Partial<Record<Language, Record<string, string>>> = { ko: { AM: '오전', PM: '오후' } }

/** '2025. 3. 4. 오후 2:03' in the time zone of the browser; outside Korea '2025. 3. 4. 오전 12:03 GMT-5'. */
export function formatDateTime(at: Date, language: Language): string {
  return withOffset(format('absolute', { dateStyle: 'medium', timeStyle: 'short' }, at, language), at)
}

/** Creates the formatters that lists use, so that rendering them does not have to. */
export function createTimeFormatters(language: Language): void {
  const now = new Date()
  formatDateTime(now, language)
  formatClock(now, language)
  formatDay(now, language, now.getTime())
}

/** '14:03:22' in all languages, for the time of a save. It is the reader's own clock, so it shows no offset. */
export function formatClockWithSeconds(at: Date): string {
  clockFormatter ??= new Intl.DateTimeFormat(languages.en.locale, { timeStyle: 'medium' })
  return clockFormatter.format(at)
}

/** '오후 2:03'; outside Korea '오전 12:03 GMT-5'. */
export function formatClock(at: Date, language: Language): string {
  return withOffset(format('clock', { timeStyle: 'short' }, at, language), at)
}

/** '3월 4일 (화)'; in another year '2024년 3월 4일'. */
export function formatDay(at: Date, language: Language, now: number): string {
  const isThisYear = dayKey(at).slice(0, 4) === dayKey(new Date(now)).slice(0, 4)
  return isThisYear
    ? format('day', { month: 'short', day: 'numeric', weekday: 'short' }, at, language)
    : format('dayOfYear', { dateStyle: 'long' }, at, language)
}

/** The clock time of today, the date of any other day: short enough for a list row. */
export function formatClockOrDay(at: Date, language: Language, now: number): string {
  return dayKey(at) === dayKey(new Date(now)) ? formatClock(at, language) : formatDay(at, language, now)
}

/** '2025. 3. 4.': equal for all times of one day in the browser's time zone. */
export function dayKey(at: Date): string {
  const offset = timeZone === KOREAN_ZONE ? KOREAN_OFFSET : offsetOf(at)
  const local = new Date(at.getTime() + offset * MINUTE_MS)
  return `${local.getUTCFullYear()}. ${local.getUTCMonth() + 1}. ${local.getUTCDate()}.`
}

/** The key of yesterday. Noon is used because a day may be 23 or 25 hours long, but not in Korea. */
export function yesterdayKey(now: number): string {
  if (timeZone === KOREAN_ZONE) return dayKey(new Date(now - DAY_MS))
  const day = new Date(now)
  day.setHours(12)
  day.setDate(day.getDate() - 1)
  return dayKey(day)
}

/** Appends the UTC offset, such as 'GMT-5', if it differs from Korea's at that time. */
function withOffset(time: string, at: Date): string {
  const offset = offsetOf(at)
  if (timeZone === KOREAN_ZONE || offset === KOREAN_OFFSET) return time
  const minutes = Math.abs(offset)
  const rest = minutes % 60
  const hours = `${offset < 0 ? '-' : '+'}${Math.floor(minutes / 60)}`
  return `${time} GMT${hours}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`
}

/** Of the browser's time zone, in minutes east of Greenwich. */
function offsetOf(at: Date): number {
  return -at.getTimezoneOffset()
}

function format(name: string, options: Intl.DateTimeFormatOptions, at: Date, language: Language): string {
  const key = `${name} ${language} ${timeZone}`
  const formatter =
    formatters.get(key) ?? new Intl.DateTimeFormat(languages[language].locale, { ...options, timeZone })
  formatters.set(key, formatter)
  const parts = formatter.formatToParts(at)
  return parts.map(({ value }) => CORRECTIONS[language]?.[value] ?? value).join('')
}

/** Whole minutes within the last hour; 0 if the server's clock runs ahead, null for older times. */
export function minutesSince(at: Date, now: number): number | null {
  const minutes = Math.max(0, Math.floor((now - at.getTime()) / MINUTE_MS))
  return minutes < RELATIVE_MINUTES ? minutes : null
}

/** '오늘' or '어제'; for any other day its date, as `formatDay` writes it. */
export function formatDayName(at: Date, language: Language, now: number): string {
  const day = dayKey(at)
  if (day === dayKey(new Date(now))) return t('time.today')
  if (day === yesterdayKey(now)) return t('time.yesterday')
  return formatDay(at, language, now)
}

/** Whether an entry is on another day than the previous entry; both ISO 8601. */
export function beginsDay(previous: string | undefined, at: string): boolean {
  return previous === undefined || dayKey(new Date(previous)) !== dayKey(new Date(at))
}
