import { t, useLanguage } from '#client/platform/language/language.ts'
import { dayKey, formatClock, formatDateTime, formatDay } from '#client/platform/language/time.ts'

/** The time of day for today, otherwise the date. `at`: ISO 8601. */
export function NoteTime({ at }: { at: string }) {
  const { language } = useLanguage()
  const date = new Date(at)
  const now = Date.now()
  const isToday = dayKey(date) === dayKey(new Date(now))
  return (
    <time dateTime={at} title={formatDateTime(date, language)}>
      {isToday ? t('notes.today', { time: formatClock(date, language) }) : formatDay(date, language, now)}
    </time>
  )
}
