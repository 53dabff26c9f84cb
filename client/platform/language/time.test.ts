import { expect, test } from 'vitest'
import { absoluteTime, clockTime, dayAndClock, minutesSince } from './time.ts'

const noon = new Date('2025-03-04T03:00:00Z')
const after = (seconds: number) => noon.getTime() + seconds * 1000

test('times are told in Seoul, wherever one is', () => {
  const afternoon = new Date('2025-03-04T05:03:22Z')
  expect(absoluteTime(afternoon, 'ko')).toBe('2025. 3. 4. 오후 2:03')
  expect(absoluteTime(afternoon, 'en')).toBe('4 Mar 2025, 14:03')
  expect(clockTime(afternoon)).toBe('14:03:22')
  expect(clockTime(new Date('2025-03-04T15:00:00Z'))).toBe('00:00:00')
})

test('a version is told by its day and clock, of another year with that', () => {
  const saved = new Date('2025-03-04T05:03:22Z')
  expect(dayAndClock(saved, noon, 'ko')).toBe('3월 4일 (화) 오후 2:03:22')
  expect(dayAndClock(saved, noon, 'en')).toBe('Tue 4 March 14:03:22')
  expect(dayAndClock(saved, new Date('2026-01-01T00:00:00Z'), 'ko')).toBe('2025. 3월 4일 (화) 오후 2:03:22')
})

test('minutes are counted for an hour', () => {
  expect(minutesSince(noon, after(0))).toBe(0)
  expect(minutesSince(noon, after(59))).toBe(0)
  expect(minutesSince(noon, after(60))).toBe(1)
  expect(minutesSince(noon, after(59 * 60 + 59))).toBe(59)
  expect(minutesSince(noon, after(60 * 60))).toBeNull()
})

test('a server whose clock runs ahead has written just now', () => {
  expect(minutesSince(noon, after(-90))).toBe(0)
})
