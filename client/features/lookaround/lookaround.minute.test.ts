import { describe, expect, test } from 'vitest'
import { SAMPLE_MINUTE_SECONDS } from './content/minute.ts'
import type { SampleMoment } from './content/types.ts'
import {
  advanceClock,
  elapsedOf,
  firstShareOf,
  hasEnded,
  minuteAt,
  newClock,
  restartClock,
  timeOf,
} from './lookaround.minute.ts'

const friend = { userNo: 2, name: '친구' }
const thread = { hubNo: 1, noteNo: 3 }
const script: SampleMoment[] = [
  { atSeconds: 4, event: { kind: 'composing', ...thread, writer: friend, untilSeconds: 7 } },
  { atSeconds: 20, event: { kind: 'shared', hubNo: 2, noteNo: 5 } },
  {
    atSeconds: 7,
    event: { kind: 'commented', comment: { commentNo: 1, ...thread, writer: friend, text: '좋아요' } },
  },
  { atSeconds: 10, event: { kind: 'shared', hubNo: 1, noteNo: 4 } },
]

function playSeconds(seconds: number, from = newClock(false)) {
  return Array.from({ length: seconds }, (_, second) => 1_000 * (second + 1)).reduce(advanceClock, from)
}

describe('the script', () => {
  test('has no events before the first second', () => {
    expect(minuteAt(script, 0)).toEqual({ shared: [], commented: [], reacted: [], composing: [] })
  })

  test('shows a friend typing until the comment appears', () => {
    const writersAt = (elapsed: number) =>
      minuteAt(script, elapsed).composing.map(({ writer }) => writer.name)
    expect([3, 4, 6, 7].map(writersAt)).toEqual([[], ['친구'], ['친구'], []])
    expect(minuteAt(script, 6).commented).toEqual([])
    expect(minuteAt(script, 7).commented).toMatchObject([{ atSeconds: 7, comment: { text: '좋아요' } }])
  })

  test('orders shares by time, whatever the order in the script', () => {
    expect(minuteAt(script, 60).shared.map(({ noteNo }) => noteNo)).toEqual([4, 5])
    expect(firstShareOf(script)).toBe(10)
    expect(firstShareOf([])).toBe(SAMPLE_MINUTE_SECONDS)
  })
})

describe('the clock', () => {
  test('counts played seconds and stops at the end', () => {
    expect(elapsedOf(playSeconds(3))).toBe(3)
    const ended = playSeconds(SAMPLE_MINUTE_SECONDS)
    expect(hasEnded(ended)).toBe(true)
    expect(advanceClock(ended, 0)).toBe(ended)
  })

  test('resumes after a pause', () => {
    const paused = { ...playSeconds(3), isPaused: true }
    expect(advanceClock(paused, 9_000)).toBe(paused)
    expect(elapsedOf(advanceClock({ ...paused, isPaused: false }, 9_000))).toBe(4)
  })

  test('dates events to when they were played', () => {
    const clock = advanceClock({ ...playSeconds(3), isPaused: false }, 86_400_000)
    expect(timeOf(clock, { atSeconds: 2 })).toBe('1970-01-01T00:00:02.000Z')
    expect(timeOf(clock, { atSeconds: 4 })).toBe('1970-01-02T00:00:00.000Z')
  })

  test('restarts as another round and runs', () => {
    const restarted = restartClock({ ...playSeconds(5), isPaused: true })
    expect(restarted).toEqual({ round: 1, ticks: [], isPaused: false })
  })
})
