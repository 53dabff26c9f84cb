import { useLanguage } from '#client/platform/language/language.ts'
import { absoluteTime, clockOrDay } from '#client/platform/language/time.ts'

/** `at`: ISO 8601. */
export function RowTime({ at }: { at: string }) {
  const { language } = useLanguage()
  const date = new Date(at)
  return (
    <time dateTime={at} title={absoluteTime(date, language)}>
      {clockOrDay(date, language, Date.now())}
    </time>
  )
}
