import { expect, test } from 'vitest'
import { beginOfDay, daysOver, endOfDay } from './seoulDays.ts'

test('a day is over at midnight in Seoul, which is three in the afternoon by UTC', () => {
  expect(daysOver(new Date('2026-11-22T14:59:59.999Z'), 2)).toEqual(['2026-11-20', '2026-11-21'])
  expect(daysOver(new Date('2026-11-22T15:00:00Z'), 2)).toEqual(['2026-11-21', '2026-11-22'])
})

test('days go on over the ends of months and years', () => {
  expect(daysOver(new Date('2028-03-01T00:00:00Z'), 2)).toEqual(['2028-02-28', '2028-02-29'])
  expect(daysOver(new Date('2027-01-01T00:00:00Z'), 2)).toEqual(['2026-12-30', '2026-12-31'])
})

test('a day begins where the one before it ends', () => {
  expect(beginOfDay('2026-11-22')).toEqual(new Date('2026-11-21T15:00:00Z'))
  expect(endOfDay('2026-11-21')).toEqual(beginOfDay('2026-11-22'))
})
