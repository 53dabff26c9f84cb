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

/** '11월 22일 (일)' of '2026-11-22', a day of Seoul. */
export function dayText(day: string): string {
  return dayOf(new Date(`${day}T00:00+09:00`), currentLanguage(), Date.now())
}
