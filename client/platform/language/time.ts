import { type Language, languages } from '#protocol/text/languages.ts'

const TIME_ZONE = 'Asia/Seoul'
const MINUTE_MS = 60_000
/** From here on a time is told as a date. */
const RELATIVE_MINUTES = 60

/** Each is made when it is needed first: making one takes a phone some tens of milliseconds. */
const absolute: Partial<Record<Language, Intl.DateTimeFormat>> = {}
let clock: Intl.DateTimeFormat | undefined

/** What browsers' language data writes otherwise than the language's own people. Newer ones put Latin into Korean times. */
const CORRECTIONS: Partial<Record<Language, Record<string, string>>> = { ko: { AM: '오전', PM: '오후' } }

/** '2025. 3. 4. 오후 2:03' */
export function absoluteTime(at: Date, language: Language): string {
  absolute[language] ??= new Intl.DateTimeFormat(languages[language].locale, {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: TIME_ZONE,
  })
  return written(absolute[language], at, language)
}

function written(format: Intl.DateTimeFormat, at: Date, language: Language): string {
  const parts = format.formatToParts(at)
  return parts.map(({ value }) => CORRECTIONS[language]?.[value] ?? value).join('')
}

const days: Partial<Record<Language, Intl.DateTimeFormat>> = {}
const hours: Partial<Record<Language, Intl.DateTimeFormat>> = {}

/** '11월 22일 (일) 오후 2:03:22'; of another year with that. */
export function dayAndClock(at: Date, now: Date, language: Language): string {
  const { locale } = languages[language]
  days[language] ??= new Intl.DateTimeFormat(locale, {
    month: 'long',
    day: 'numeric',
    weekday: 'short',
    timeZone: TIME_ZONE,
  })
  hours[language] ??= new Intl.DateTimeFormat(locale, { timeStyle: 'medium', timeZone: TIME_ZONE })
  const year = yearOf(at) === yearOf(now) ? '' : `${yearOf(at)}. `
  return `${year}${written(days[language], at, language)} ${written(hours[language], at, language)}`
}

const yearOf = (at: Date) =>
  new Intl.DateTimeFormat(languages.en.locale, { year: 'numeric', timeZone: TIME_ZONE }).format(at)

/** '14:03:22', as a save is told in all languages. */
export function clockTime(at: Date): string {
  clock ??= new Intl.DateTimeFormat(languages.en.locale, { timeStyle: 'medium', timeZone: TIME_ZONE })
  return clock.format(at)
}

/** Whole minutes while they are worth counting, from 0 even if the server's clock runs ahead; null for older times. */
export function minutesSince(at: Date, now: number): number | null {
  const minutes = Math.max(0, Math.floor((now - at.getTime()) / MINUTE_MS))
  return minutes < RELATIVE_MINUTES ? minutes : null
}
