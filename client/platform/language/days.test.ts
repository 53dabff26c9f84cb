import { beforeAll, expect, test } from 'vitest'
import { beginsDay, dayName } from './days.ts'
import { completeCatalogue } from './language.ts'

beforeAll(completeCatalogue)

const now = Date.parse('2026-03-10T00:30:00+09:00')
const nameOf = (at: string) => dayName(new Date(at), 'ko', now)

test('today and yesterday have names, other days their date, as a day is in Seoul', () => {
  expect(nameOf('2026-03-09T15:00:00Z')).toBe('오늘')
  expect(nameOf('2026-03-09T14:59:59Z')).toBe('어제')
  expect(nameOf('2026-03-08T14:59:59Z')).toBe('3월 8일 (일)')
})

test('a day begins with what is first of it', () => {
  expect(beginsDay(undefined, '2026-03-09T15:00:00Z')).toBe(true)
  expect(beginsDay('2026-03-09T14:59:59Z', '2026-03-09T15:00:00Z')).toBe(true)
  expect(beginsDay('2026-03-09T15:00:00Z', '2026-03-10T14:59:59Z')).toBe(false)
})
