import type { Language } from '#protocol/text/languages.ts'
import { t } from './language.ts'
import { dayKey, dayOf, yesterdayKey } from './time.ts'

/** '오늘' and '어제'; an earlier day's date, as `dayOf` tells it. */
export function dayName(at: Date, language: Language, now: number): string {
  const day = dayKey(at)
  if (day === dayKey(new Date(now))) return t('time.today')
  if (day === yesterdayKey(now)) return t('time.yesterday')
  return dayOf(at, language, now)
}

/** Whether something is of another day than what stands above it; both ISO 8601. */
export function beginsDay(above: string | undefined, at: string): boolean {
  return above === undefined || dayKey(new Date(above)) !== dayKey(new Date(at))
}
