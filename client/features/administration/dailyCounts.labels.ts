import { currentLanguage, t } from '#client/platform/language/language.ts'
import { formatDay } from '#client/platform/language/time.ts'
import type { CountedKind } from '#protocol/administration.ts'

const LABELS = {
  people: 'administration.dailyPeople',
  notes: 'administration.dailyNotes',
  shares: 'administration.dailyShares',
  comments: 'administration.dailyComments',
  opinions: 'administration.dailyOpinions',
} as const

export function kindLabel(kind: CountedKind): string {
  return t(LABELS[kind])
}

/** Formats '2026-11-22' as '11월 22일 (일)'. Parses it at noon of the browser's time zone, so that the date does not shift. */
export function dayText(day: string): string {
  return formatDay(new Date(`${day}T12:00`), currentLanguage(), Date.now())
}
