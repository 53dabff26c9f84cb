import { useLanguage } from '#client/platform/language/language.ts'
import { absoluteTime, clockOf, dayKey, dayOf } from '#client/platform/language/time.ts'
import type { Language } from '#protocol/text/languages.ts'

/** `at`: ISO 8601. */
export function RowTime({ at }: { at: string }) {
  const { language } = useLanguage()
  return (
    <time dateTime={at} title={absoluteTime(new Date(at), language)}>
      {rowTime(at, language)}
    </time>
  )
}

/** Today's clock time, another day's date: as short as a row wants it. */
export function rowTime(at: string, language: Language): string {
  const date = new Date(at)
  const now = Date.now()
  const isToday = dayKey(date) === dayKey(new Date(now))
  return isToday ? clockOf(date, language) : dayOf(date, language, now)
}
