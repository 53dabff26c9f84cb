import { t, useLanguage } from '#client/platform/language/language.ts'
import { absoluteTime, minutesSince } from '#client/platform/language/time.ts'
import type { Language } from '#protocol/text/languages.ts'
import { useNow } from './useNow.ts'

export interface RelativeTimeProps {
  /** ISO 8601, or milliseconds since 1970. */
  at: string | number
  /** How what lies further back is told, where the whole date is too much. */
  older?: (at: Date, language: Language, now: number) => string
}

/** The minutes while they are few, then the date; a pointer that rests on it is shown the date always. */
export function RelativeTime({ at, older = absoluteTime }: RelativeTimeProps) {
  const now = useNow()
  const { language } = useLanguage()
  const date = new Date(at)
  const minutes = minutesSince(date, now)
  return (
    <time dateTime={date.toISOString()} title={absoluteTime(date, language)}>
      {minutes === null ? older(date, language, now) : minutesAgo(minutes)}
    </time>
  )
}

function minutesAgo(minutes: number): string {
  return minutes === 0 ? t('time.now') : t('time.minutesAgo', { minutes })
}
