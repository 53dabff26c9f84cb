import { expect, test } from 'vitest'
import { HOUR_MS } from '#server/platform/durations.ts'
import { isBackupDue } from './dueBackups.ts'

const at = (seoulTime: string) => new Date(`${seoulTime}+09:00`)
const isDue = (everyHours: number, lastAt: string | null, now: string, failedAt?: string) =>
  isBackupDue(
    {
      everyMs: everyHours * HOUR_MS,
      lastAt: lastAt === null ? null : at(lastAt),
      failedAt: failedAt === undefined ? undefined : at(failedAt),
    },
    at(now),
  )

test('the first backup is due at once', () => {
  expect(isDue(24, null, '2026-11-28T12:00')).toBe(true)
})

test('a daily backup is due from three in the night in Seoul, whenever the last one was', () => {
  expect(isDue(24, '2026-11-28T12:00', '2026-11-29T02:59')).toBe(false)
  expect(isDue(24, '2026-11-28T12:00', '2026-11-29T03:00')).toBe(true)
  expect(isDue(24, '2026-11-29T03:01', '2026-11-30T02:59')).toBe(false)
})

test('a backup every six hours is due at three, nine, three and nine', () => {
  expect(isDue(6, '2026-11-28T03:00', '2026-11-28T08:59')).toBe(false)
  expect(isDue(6, '2026-11-28T03:00', '2026-11-28T09:00')).toBe(true)
})

test('a failed backup is repeated an hour later', () => {
  expect(isDue(24, '2026-11-27T03:00', '2026-11-28T03:59', '2026-11-28T03:00')).toBe(false)
  expect(isDue(24, '2026-11-27T03:00', '2026-11-28T04:00', '2026-11-28T03:00')).toBe(true)
})

test('a failure from the future, made by a wrong clock, delays nothing', () => {
  expect(isDue(24, '2026-11-27T03:00', '2026-11-28T03:00', '2027-11-28T03:00')).toBe(true)
})
