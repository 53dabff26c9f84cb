import { expect, test } from 'vitest'
import { lastDays } from '#server/platform/seoulDays.ts'
import { numberOn } from './dailyCounts.ts'

const days = lastDays(new Date('2026-11-25T03:00:00Z'), 30)

test('the day on which the demo is filled tells as much as that of the week before', () => {
  const counts = new Map([
    ['2026-11-17', 3],
    ['2026-11-23', 5],
  ])
  expect(days.at(-1)).toBe('2026-11-24')
  expect(days.map(day => numberOn(counts, day, days)).filter(number => number > 0)).toEqual([3, 5, 3])
})

test('it tells what has happened on it, where that is more', () => {
  const counts = new Map([
    ['2026-11-17', 3],
    ['2026-11-24', 4],
  ])
  expect(numberOn(counts, '2026-11-24', days)).toBe(4)
  expect(numberOn(new Map(), '2026-11-24', days)).toBe(0)
})
