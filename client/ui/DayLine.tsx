import { dayName } from '#client/platform/language/days.ts'
import { useLanguage } from '#client/platform/language/language.ts'
import { useCoarseNow } from './useCoarseNow.ts'
import './DayLine.css'

/** Names the day of what follows, which tells its time by the clock alone. `at`: ISO 8601. */
export function DayLine({ at }: { at: string }) {
  const { language } = useLanguage()
  const now = useCoarseNow()
  return <p className="day-line">{dayName(new Date(at), language, now)}</p>
}
