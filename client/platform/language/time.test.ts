import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { completeCatalogue } from './language.ts'
import type * as Time from './time.ts'
import {
  beginsDay,
  dayKey,
  formatClock,
  formatClockOrDay,
  formatClockWithSeconds,
  formatDateTime,
  formatDay,
  formatDayName,
  minutesSince,
} from './time.ts'

beforeAll(completeCatalogue)

const noon = new Date('2025-03-04T03:00:00Z')
const after = (seconds: number) => noon.getTime() + seconds * 1000

test('shows no offset for times in Korea', () => {
  const afternoon = new Date('2025-03-04T05:03:22Z')
  expect(formatDateTime(afternoon, 'ko')).toBe('2025. 3. 4. 오후 2:03')
  expect(formatDateTime(afternoon, 'en')).toBe('4 Mar 2025, 14:03')
  expect(formatClockWithSeconds(afternoon)).toBe('14:03:22')
  expect(formatClockWithSeconds(new Date('2025-03-04T15:00:00Z'))).toBe('00:00:00')
})

test('determines the day in the time zone, and shows the year if it is not the current one', () => {
  const night = new Date('2025-03-04T15:00:00Z')
  expect([dayKey(noon), dayKey(night)]).toEqual(['2025. 3. 4.', '2025. 3. 5.'])
  expect([formatDay(night, 'ko', after(0)), formatClock(night, 'ko')]).toEqual(['3월 5일 (수)', '오전 12:00'])
  expect([formatDay(night, 'en', after(0)), formatClock(night, 'en')]).toEqual(['Wed 5 Mar', '00:00'])
  expect(formatDay(new Date('2024-12-31T15:00:00Z'), 'ko', after(0))).toBe('1월 1일 (수)')
  expect(formatDay(new Date('2024-12-31T14:59:59Z'), 'ko', after(0))).toBe('2024년 12월 31일')
})

test('shows the time for today and the date for other days in a list row', () => {
  const lastOfTheDay = new Date('2025-03-04T14:59:59Z').getTime()
  expect(formatClockOrDay(noon, 'ko', lastOfTheDay)).toBe('오후 12:00')
  expect(formatClockOrDay(noon, 'ko', lastOfTheDay + 1000)).toBe('3월 4일 (화)')
})

test('counts the minutes for an hour, and 0 if the clock of the server runs ahead', () => {
  const minutes = [-90, 0, 59, 60, 59 * 60 + 59, 60 * 60].map(seconds => minutesSince(noon, after(seconds)))
  expect(minutes).toEqual([0, 0, 0, 1, 59, null])
})

const dayNameInKorean = (at: string) =>
  formatDayName(new Date(at), 'ko', Date.parse('2026-03-10T00:30:00+09:00'))

test('names today and yesterday, and shows the date of other days', () => {
  expect(dayNameInKorean('2026-03-09T15:00:00Z')).toBe('오늘')
  expect(dayNameInKorean('2026-03-09T14:59:59Z')).toBe('어제')
  expect(dayNameInKorean('2026-03-08T14:59:59Z')).toBe('3월 8일 (일)')
})

test('begins a day at its first entry', () => {
  expect(beginsDay(undefined, '2026-03-09T15:00:00Z')).toBe(true)
  expect(beginsDay('2026-03-09T14:59:59Z', '2026-03-09T15:00:00Z')).toBe(true)
  expect(beginsDay('2026-03-09T15:00:00Z', '2026-03-10T14:59:59Z')).toBe(false)
})

afterEach(() => {
  vi.unstubAllEnvs()
  vi.resetModules()
})

/** Loads the module as a browser in that time zone does. */
async function inZone(zone: string): Promise<typeof Time> {
  vi.stubEnv('TZ', zone)
  vi.resetModules()
  return import('./time.ts')
}

test.each([
  ['America/New_York', '2025-03-09T06:59:00Z', '2025. 3. 9. 오전 1:59 GMT-5', '오전 1:59 GMT-5'],
  // Daylight saving time begins a minute later.
  ['America/New_York', '2025-03-09T07:00:00Z', '2025. 3. 9. 오전 3:00 GMT-4', '오전 3:00 GMT-4'],
  ['Europe/London', '2025-07-01T12:00:00Z', '2025. 7. 1. 오후 1:00 GMT+1', '오후 1:00 GMT+1'],
  ['Asia/Kolkata', '2025-07-01T12:00:00Z', '2025. 7. 1. 오후 5:30 GMT+5:30', '오후 5:30 GMT+5:30'],
  ['Asia/Tokyo', '2025-07-01T12:00:00Z', '2025. 7. 1. 오후 9:00', '오후 9:00'],
  ['Asia/Seoul', '2025-07-01T12:00:00Z', '2025. 7. 1. 오후 9:00', '오후 9:00'],
])(
  'in %s at %s shows the offset of a clock time unless it is that of Korea',
  async (zone, at, whole, clock) => {
    const time = await inZone(zone)
    expect([time.formatDateTime(new Date(at), 'ko'), time.formatClock(new Date(at), 'ko')]).toEqual([
      whole,
      clock,
    ])
  },
)

test('begins days at midnight in the time zone of the browser', async () => {
  const { formatClockOrDay, dayKey } = await inZone('America/Los_Angeles')
  const [evening, night] = [new Date('2025-03-05T07:59:00Z'), new Date('2025-03-05T08:01:00Z')]
  expect([dayKey(evening), dayKey(night)]).toEqual(['2025. 3. 4.', '2025. 3. 5.'])
  expect(formatClockOrDay(evening, 'ko', night.getTime())).toBe('3월 4일 (화)')
  expect(formatClockOrDay(night, 'en', night.getTime())).toBe('00:01 GMT-8')
})

test.each([
  // Days of 23 and of 25 hours.
  ['2025-03-10T04:30:00Z', '2025. 3. 9.'],
  ['2025-11-03T04:30:00Z', '2025. 11. 1.'],
])('at %s in New York yesterday is the previous calendar day', async (now, yesterday) => {
  const { yesterdayKey } = await inZone('America/New_York')
  expect(yesterdayKey(Date.parse(now))).toBe(yesterday)
})

test.each(['Asia/Seoul', 'UTC', 'America/New_York', 'Pacific/Kiritimati'])(
  'in %s the days of a prerendered page are those of Korea',
  async zone => {
    const { showKoreanTimes, yesterdayKey, dayKey } = await inZone(zone)
    showKoreanTimes()
    for (const hour of ['00', '08', '14', '23']) {
      const now = Date.parse(`2026-01-10T${hour}:30:00+09:00`)
      expect([dayKey(new Date(now)), yesterdayKey(now)], hour).toEqual(['2026. 1. 10.', '2026. 1. 9.'])
    }
  },
)

test.each(['Asia/Seoul', 'America/New_York', 'Pacific/Kiritimati'])(
  'in %s keeps the date of a day in the daily counts',
  async zone => {
    await inZone(zone)
    vi.setSystemTime(new Date('2026-11-23T12:00:00Z'))
    const { dayText } = await import('#client/features/administration/DailyCounts.tsx')
    expect(dayText('2026-11-22')).toBe('11월 22일 (일)')
    vi.useRealTimers()
  },
)
