import { expect, test } from 'vitest'
import { endOfDay, lastDays, startOfDay } from './seoulDays.ts'

test('a day ends at midnight in Seoul, which is 15:00 UTC', () => {
  expect(lastDays(new Date('2026-11-22T14:59:59.999Z'), 2)).toEqual(['2026-11-20', '2026-11-21'])
  expect(lastDays(new Date('2026-11-22T15:00:00Z'), 2)).toEqual(['2026-11-21', '2026-11-22'])
})

test('days cross the ends of months and years', () => {
  expect(lastDays(new Date('2028-03-01T00:00:00Z'), 2)).toEqual(['2028-02-28', '2028-02-29'])
  expect(lastDays(new Date('2027-01-01T00:00:00Z'), 2)).toEqual(['2026-12-30', '2026-12-31'])
})

test('a day starts when the previous one ends', () => {
  expect(startOfDay('2026-11-22')).toEqual(new Date('2026-11-21T15:00:00Z'))
  expect(endOfDay('2026-11-21')).toEqual(startOfDay('2026-11-22'))
})
