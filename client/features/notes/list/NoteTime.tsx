import { t, useLanguage } from '#client/platform/language/language.ts'
import { absoluteTime, clockOf, dayKey, dayOf } from '#client/platform/language/time.ts'

/** Today's clock time, another day's date: as short as a row of a list wants it. `at`: ISO 8601. */
export function NoteTime({ at }: { at: string }) {
  const { language } = useLanguage()
  const date = new Date(at)
  const now = Date.now()
  const isToday = dayKey(date) === dayKey(new Date(now))
  return (
    <time dateTime={at} title={absoluteTime(date, language)}>
      {isToday ? t('notes.today', { time: clockOf(date, language) }) : dayOf(date, language, now)}
    </time>
  )
}
