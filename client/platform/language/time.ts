import { DEFAULT_LANGUAGE, type Language, languages } from '#protocol/text/languages.ts'

/** Korea's offset, all year round. Most readers are there, so only clock times elsewhere name their offset. */
const KOREAN_OFFSET = 'GMT+9'
const MINUTE_MS = 60_000
/** From here on a time is told as a date. */
const RELATIVE_MINUTES = 60

/** Each is made when it is needed first: making one takes a phone some tens of milliseconds. */
const formats = new Map<string, Intl.DateTimeFormat>()
let clock: Intl.DateTimeFormat | undefined
let offsets: Intl.DateTimeFormat | undefined

/** What browsers' language data writes otherwise than the language's own people. Newer ones put Latin into Korean times. */
const CORRECTIONS: Partial<Record<Language, Record<string, string>>> = { ko: { AM: '오전', PM: '오후' } }

/** '2025. 3. 4. 오후 2:03' in the time zone of the browser; outside Korea '2025. 3. 4. 오전 12:03 GMT-5'. */
export function absoluteTime(at: Date, language: Language): string {
  return withOffset(told('absolute', { dateStyle: 'medium', timeStyle: 'short' }, at, language), at)
}

/** Makes ahead what lists tell times by, so that their drawing does not wait for it. */
export function prepareTimes(language: Language): void {
  const now = new Date()
  absoluteTime(now, language)
  clockOf(now, language)
  dayOf(now, language, now.getTime())
}

/** '14:03:22', as a save is told in all languages. It is the reader's own clock, just now, so no offset is named. */
export function clockTime(at: Date): string {
  clock ??= new Intl.DateTimeFormat(languages.en.locale, { timeStyle: 'medium' })
  return clock.format(at)
}

/** '오후 2:03'; outside Korea '오전 12:03 GMT-5'. */
export function clockOf(at: Date, language: Language): string {
  return withOffset(told('clock', { timeStyle: 'short' }, at, language), at)
}

/** '3월 4일 (화)'; of another year '2024년 3월 4일'. */
export function dayOf(at: Date, language: Language, now: number): string {
  const isThisYear = dayKey(at).slice(0, 4) === dayKey(new Date(now)).slice(0, 4)
  return isThisYear
    ? told('day', { month: 'short', day: 'numeric', weekday: 'short' }, at, language)
    : told('dayOfYear', { dateStyle: 'long' }, at, language)
}

/** Today's clock time, another day's date: as short as a row of a list wants it. */
export function clockOrDay(at: Date, language: Language, now: number): string {
  return dayKey(at) === dayKey(new Date(now)) ? clockOf(at, language) : dayOf(at, language, now)
}

/** '2025. 3. 4.': the same for all times of one day in the browser's time zone. */
export function dayKey(at: Date): string {
  return told('dayNumber', { year: 'numeric', month: 'numeric', day: 'numeric' }, at, DEFAULT_LANGUAGE)
}

/** The key of the day before, which may be 23 or 25 hours long. */
export function yesterdayKey(now: number): string {
  const day = new Date(now)
  day.setHours(12)
  day.setDate(day.getDate() - 1)
  return dayKey(day)
}

/** Appends the UTC offset, such as 'GMT-5', where it differs from Korea's at that time. */
function withOffset(time: string, at: Date): string {
  offsets ??= new Intl.DateTimeFormat(languages.en.locale, { timeZoneName: 'shortOffset' })
  const offset = offsets.formatToParts(at).find(({ type }) => type === 'timeZoneName')?.value
  return offset === KOREAN_OFFSET || offset === undefined ? time : `${time} ${offset}`
}

function told(name: string, how: Intl.DateTimeFormatOptions, at: Date, language: Language): string {
  const key = `${name} ${language}`
  const format = formats.get(key) ?? new Intl.DateTimeFormat(languages[language].locale, how)
  formats.set(key, format)
  const parts = format.formatToParts(at)
  return parts.map(({ value }) => CORRECTIONS[language]?.[value] ?? value).join('')
}

/** Whole minutes while they are worth counting, from 0 even if the server's clock runs ahead; null for older times. */
export function minutesSince(at: Date, now: number): number | null {
  const minutes = Math.max(0, Math.floor((now - at.getTime()) / MINUTE_MS))
  return minutes < RELATIVE_MINUTES ? minutes : null
}
