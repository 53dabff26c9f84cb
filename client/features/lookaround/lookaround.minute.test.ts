import { expect, test } from 'vitest'
import { SAMPLE_MINUTE_SECONDS } from './content/minute.ts'
import type { SampleMoment } from './content/types.ts'
import {
  advanceClock,
  elapsedOf,
  firstShareOf,
  hasEnded,
  hasNewComments,
  markNoteSeen,
  markSharesSeen,
  minuteAt,
  NOTHING_SEEN,
  newClock,
  restartClock,
  timeOf,
  unreadOf,
} from './lookaround.minute.ts'

const friend = { userNo: 2, name: '친구' }
const thread = { hubNo: 1, noteNo: 3 }
const commented = (atSeconds: number, commentNo: number, text: string): SampleMoment => ({
  atSeconds,
  event: { kind: 'commented', comment: { commentNo, ...thread, writer: friend, text } },
})
const shared = (atSeconds: number, hubNo: number, noteNo: number): SampleMoment => ({
  atSeconds,
  event: { kind: 'shared', hubNo, noteNo },
})
const script: SampleMoment[] = [
  { atSeconds: 4, event: { kind: 'composing', ...thread, writer: friend, untilSeconds: 7 } },
  shared(20, 2, 5),
  commented(7, 1, '좋아요'),
  shared(10, 1, 4),
  commented(21, 2, '둘'),
  shared(22, 1, 5),
]

test('shows a friend typing until the comment appears, and nothing before the first second', () => {
  expect(minuteAt(script, 0)).toEqual({
    ...{ shared: [], commented: [], reacted: [], highlighted: [], composing: [] },
  })
  const writersAt = (elapsed: number) => minuteAt(script, elapsed).composing.map(({ writer }) => writer.name)
  expect([3, 4, 6, 7].map(writersAt)).toEqual([[], ['친구'], ['친구'], []])
  expect(minuteAt(script, 6).commented).toEqual([])
  expect(minuteAt(script, 7).commented).toMatchObject([{ atSeconds: 7, comment: { text: '좋아요' } }])
})

test('orders shares by time, whatever the order in the script', () => {
  expect(minuteAt(script, 60).shared.map(({ noteNo }) => noteNo)).toEqual([4, 5, 5])
  expect(firstShareOf(script)).toBe(10)
  expect(firstShareOf([])).toBe(SAMPLE_MINUTE_SECONDS)
})

const playSeconds = (seconds: number) =>
  Array.from({ length: seconds }, (_, second) => 1_000 * (second + 1)).reduce(advanceClock, newClock(false))

test('counts played seconds up to the end, not those of a pause, and restarts as another round', () => {
  const ended = playSeconds(SAMPLE_MINUTE_SECONDS)
  expect(hasEnded(ended)).toBe(true)
  expect(advanceClock(ended, 0)).toBe(ended)
  const paused = { ...playSeconds(3), isPaused: true }
  expect(advanceClock(paused, 9_000)).toBe(paused)
  expect(elapsedOf(advanceClock({ ...paused, isPaused: false }, 9_000))).toBe(4)
  expect(restartClock(paused)).toEqual({ round: 1, ticks: [], isPaused: false })
})

test('dates events to when they were played', () => {
  const clock = advanceClock(playSeconds(3), 86_400_000)
  expect(timeOf(clock, { atSeconds: 2 })).toBe('1970-01-01T00:00:02.000Z')
  expect(timeOf(clock, { atSeconds: 4 })).toBe('1970-01-02T00:00:00.000Z')
})

const minute = minuteAt(script, 22)

test('counts the unseen shares of a room', () => {
  expect([1, 2, 3].map(hubNo => unreadOf(minute, NOTHING_SEEN, hubNo))).toEqual([2, 1, 0])
  const seenState = markSharesSeen(NOTHING_SEEN, 1, 1)
  expect([1, 2].map(hubNo => unreadOf(minute, seenState, hubNo))).toEqual([1, 1])
  expect(markSharesSeen(seenState, 1, 0)).toBe(seenState)
})

test('marks comments as new until the thread is opened, and again on the next comment', () => {
  const earlier = minuteAt(script, 20)
  expect(hasNewComments(earlier, NOTHING_SEEN, thread)).toBe(true)
  const seenState = markNoteSeen(NOTHING_SEEN, thread, 1)
  expect(seenState.notes.has(3)).toBe(true)
  expect(hasNewComments(earlier, seenState, thread)).toBe(false)
  expect(hasNewComments(minute, seenState, thread)).toBe(true)
  expect(hasNewComments(minute, seenState, { hubNo: 2, noteNo: 3 })).toBe(false)
  expect(markNoteSeen(seenState, thread, 1)).toBe(seenState)
})
