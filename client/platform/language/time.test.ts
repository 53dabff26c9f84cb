import { expect, test } from 'vitest'
import { absoluteTime, clockOf, clockOrDay, clockTime, dayKey, dayOf, minutesSince } from './time.ts'

const noon = new Date('2025-03-04T03:00:00Z')
const after = (seconds: number) => noon.getTime() + seconds * 1000

test('times are told in Seoul, wherever one is', () => {
  const afternoon = new Date('2025-03-04T05:03:22Z')
  expect(absoluteTime(afternoon, 'ko')).toBe('2025. 3. 4. 오후 2:03')
  expect(absoluteTime(afternoon, 'en')).toBe('4 Mar 2025, 14:03')
  expect(clockTime(afternoon)).toBe('14:03:22')
  expect(clockTime(new Date('2025-03-04T15:00:00Z'))).toBe('00:00:00')
})

test('days are days in Seoul, and told with their year when it is another', () => {
  const night = new Date('2025-03-04T15:00:00Z')
  expect([dayKey(noon), dayKey(night)]).toEqual(['2025. 3. 4.', '2025. 3. 5.'])
  expect([dayOf(night, 'ko', after(0)), clockOf(night, 'ko')]).toEqual(['3월 5일 (수)', '오전 12:00'])
  expect([dayOf(night, 'en', after(0)), clockOf(night, 'en')]).toEqual(['Wed 5 Mar', '00:00'])
  expect(dayOf(new Date('2024-12-31T15:00:00Z'), 'ko', after(0))).toBe('1월 1일 (수)')
  expect(dayOf(new Date('2024-12-31T14:59:59Z'), 'ko', after(0))).toBe('2024년 12월 31일')
})

test('a row tells of its own day the time, of another the day', () => {
  const lastOfTheDay = new Date('2025-03-04T14:59:59Z').getTime()
  expect(clockOrDay(noon, 'ko', lastOfTheDay)).toBe('오후 12:00')
  expect(clockOrDay(noon, 'ko', lastOfTheDay + 1000)).toBe('3월 4일 (화)')
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
