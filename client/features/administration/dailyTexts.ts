import { currentLanguage, t } from '#client/platform/language/language.ts'
import { dayOf } from '#client/platform/language/time.ts'
import type { CountedKind } from '#protocol/administration.ts'

const KEYS = {
  people: 'administration.dailyPeople',
  notes: 'administration.dailyNotes',
  shares: 'administration.dailyShares',
  comments: 'administration.dailyComments',
  opinions: 'administration.dailyOpinions',
} as const

export function kindText(kind: CountedKind): string {
  return t(KEYS[kind])
}

/** '11월 22일 (일)' of '2026-11-22', a day of Seoul: read as noon of the browser's time zone, so that the date stays the same. */
export function dayText(day: string): string {
  return dayOf(new Date(`${day}T12:00`), currentLanguage(), Date.now())
}
