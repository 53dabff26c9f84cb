import { dayName } from '#client/platform/language/days.ts'
import { useLanguage } from '#client/platform/language/language.ts'
import { useNow } from './useNow.ts'
import './DayLine.css'

/** Names the day of what follows, which tells its time by the clock alone. `at`: ISO 8601. */
export function DayLine({ at }: { at: string }) {
  const { language } = useLanguage()
  const now = useNow()
  return <p className="day-line">{dayName(new Date(at), language, now)}</p>
}
