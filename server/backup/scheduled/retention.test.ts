import { expect, test } from 'vitest'
import { backupsToKeep } from './retention.ts'

const backup = (at: string) => ({ name: at, at: new Date(`${at}+09:00`) })
const kept = (...times: string[]) => [...backupsToKeep(times.map(backup))].toSorted()
const days = (month: string, from: number, to: number) =>
  Array.from(
    { length: to - from + 1 },
    (_, index) => `${month}-${String(from + index).padStart(2, '0')}T03:00`,
  )

test('keeps the newest backup of each of seven days in Seoul, and of each of four weeks', () => {
  // 2026-11-29 is a Sunday.
  expect(kept(...days('2026-10', 1, 31), ...days('2026-11', 1, 29))).toEqual([
    '2026-11-08T03:00',
    '2026-11-15T03:00',
    '2026-11-22T03:00',
    ...days('2026-11', 23, 29),
  ])
})

test('a day begins at midnight in Seoul', () => {
  expect(kept('2026-11-27T23:59', '2026-11-28T00:00', '2026-11-28T12:00')).toEqual([
    '2026-11-27T23:59',
    '2026-11-28T12:00',
  ])
})

test('a week begins on Monday', () => {
  const week = ['2026-11-22T23:59', ...days('2026-11', 23, 30)]
  expect(kept(...week)).toEqual(['2026-11-22T23:59', ...days('2026-11', 24, 30)])
})

test('gaps keep older backups, and the last one stays', () => {
  const sparse = ['2026-01-01T03:00', '2026-03-01T03:00', '2026-07-01T03:00']
  expect(kept(...sparse)).toEqual(sparse)
  expect(kept()).toEqual([])
})
