import { useLanguage } from '#client/platform/language/language.ts'
import { formatDayName } from '#client/platform/language/time.ts'
import { useNow } from './RelativeTime.tsx'
import './DayLine.css'

/** The heading of a day, above entries that show only their clock time. `at`: ISO 8601. */
export function DayLine({ at }: { at: string }) {
  const { language } = useLanguage()
  const now = useNow()
  return <p className="day-line">{formatDayName(new Date(at), language, now)}</p>
}
