import { expect, test } from 'vitest'
import { lastDays } from '#server/platform/seoulDays.ts'
import { countOn } from './dailyCounts.ts'

const days = lastDays(new Date('2026-11-25T03:00:00Z'), 30)

test('counts at least as much on the last day as a week before', () => {
  const counts = new Map([
    ['2026-11-17', 3],
    ['2026-11-23', 5],
  ])
  expect(days.at(-1)).toBe('2026-11-24')
  expect(days.map(day => countOn(counts, day, days)).filter(number => number > 0)).toEqual([3, 5, 3])
})

test('keeps the count of the last day if it is higher', () => {
  const counts = new Map([
    ['2026-11-17', 3],
    ['2026-11-24', 4],
  ])
  expect(countOn(counts, '2026-11-24', days)).toBe(4)
  expect(countOn(new Map(), '2026-11-24', days)).toBe(0)
})
