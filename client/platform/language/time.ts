import type { Language } from '#protocol/text/index.ts'

const TIME_ZONE = 'Asia/Seoul'
const MINUTE_MS = 60_000
/** From here on a time is told as a date. */
const RELATIVE_MINUTES = 60

const absolute = {
  ko: new Intl.DateTimeFormat('ko-KR', { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE }),
  en: new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'short', timeZone: TIME_ZONE }),
}

const clock = new Intl.DateTimeFormat('en-GB', { timeStyle: 'medium', timeZone: TIME_ZONE })

/** Newer browsers' language data puts these into Korean times, too. */
const LATIN_DAY_PERIODS: Record<string, string> = { AM: '오전', PM: '오후' }

/** '2025. 3. 4. 오후 2:03' */
export function absoluteTime(at: Date, language: Language): string {
  const parts = absolute[language].formatToParts(at)
  return parts.map(({ value }) => LATIN_DAY_PERIODS[value] ?? value).join('')
}

/** '14:03:22', as a save is told. */
export function clockTime(at: Date): string {
  return clock.format(at)
}

/** Whole minutes while they are worth counting, from 0 even if the server's clock runs ahead; null for older times. */
export function minutesSince(at: Date, now: number): number | null {
  const minutes = Math.max(0, Math.floor((now - at.getTime()) / MINUTE_MS))
  return minutes < RELATIVE_MINUTES ? minutes : null
}
