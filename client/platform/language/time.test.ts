import { afterEach, expect, test, vi } from 'vitest'
import type * as Time from './time.ts'
import { absoluteTime, clockOf, clockOrDay, clockTime, dayKey, dayOf, minutesSince } from './time.ts'

const noon = new Date('2025-03-04T03:00:00Z')
const after = (seconds: number) => noon.getTime() + seconds * 1000

test('times in Korea name no offset', () => {
  const afternoon = new Date('2025-03-04T05:03:22Z')
  expect(absoluteTime(afternoon, 'ko')).toBe('2025. 3. 4. 오후 2:03')
  expect(absoluteTime(afternoon, 'en')).toBe('4 Mar 2025, 14:03')
  expect(clockTime(afternoon)).toBe('14:03:22')
  expect(clockTime(new Date('2025-03-04T15:00:00Z'))).toBe('00:00:00')
})

test('a day is one of the time zone, and told with its year when it is another', () => {
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

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** The module as a browser of that time zone loads it. */
async function inZone(zone: string): Promise<typeof Time> {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  return import('./time.ts')
}

test.each([
  ['America/New_York', '2025-03-09T06:59:00Z', '2025. 3. 9. 오전 1:59 GMT-5', '오전 1:59 GMT-5'],
  // A minute later the clocks there go forward.
  ['America/New_York', '2025-03-09T07:00:00Z', '2025. 3. 9. 오전 3:00 GMT-4', '오전 3:00 GMT-4'],
  ['Europe/London', '2025-07-01T12:00:00Z', '2025. 7. 1. 오후 1:00 GMT+1', '오후 1:00 GMT+1'],
  ['Asia/Kolkata', '2025-07-01T12:00:00Z', '2025. 7. 1. 오후 5:30 GMT+5:30', '오후 5:30 GMT+5:30'],
  ['Asia/Tokyo', '2025-07-01T12:00:00Z', '2025. 7. 1. 오후 9:00', '오후 9:00'],
  ['Asia/Seoul', '2025-07-01T12:00:00Z', '2025. 7. 1. 오후 9:00', '오후 9:00'],
])('in %s at %s a clock time names its offset unless it is that of Korea', async (zone, at, whole, clock) => {
  const time = await inZone(zone)
  expect([time.absoluteTime(new Date(at), 'ko'), time.clockOf(new Date(at), 'ko')]).toEqual([whole, clock])
})

test('days elsewhere begin at midnight there', async () => {
  const { clockOrDay, dayKey } = await inZone('America/Los_Angeles')
  const [evening, night] = [new Date('2025-03-05T07:59:00Z'), new Date('2025-03-05T08:01:00Z')]
  expect([dayKey(evening), dayKey(night)]).toEqual(['2025. 3. 4.', '2025. 3. 5.'])
  expect(clockOrDay(evening, 'ko', night.getTime())).toBe('3월 4일 (화)')
  expect(clockOrDay(night, 'en', night.getTime())).toBe('00:01 GMT-8')
})

test.each([
  // Days of 23 and of 25 hours.
  ['2025-03-10T04:30:00Z', '2025. 3. 9.'],
  ['2025-11-03T04:30:00Z', '2025. 11. 1.'],
])('yesterday is the day before on the calendar: at %s in New York', async (now, yesterday) => {
  const { yesterdayKey } = await inZone('America/New_York')
  expect(yesterdayKey(Date.parse(now))).toBe(yesterday)
})

test.each(['Asia/Seoul', 'America/New_York', 'Pacific/Kiritimati'])(
  'in %s a day of the counts keeps its date',
  async zone => {
    await inZone(zone)
    vi.setSystemTime(new Date('2026-11-23T12:00:00Z'))
    const { dayText } = await import('#client/features/administration/dailyTexts.ts')
    expect(dayText('2026-11-22')).toBe('11월 22일 (일)')
    vi.useRealTimers()
  },
)
