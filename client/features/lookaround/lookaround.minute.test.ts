import { describe, expect, test } from 'vitest'
import { SAMPLE_MINUTE_SECONDS } from './content/minute.ts'
import type { SampleMoment } from './content/types.ts'
import {
  begunAnew,
  elapsedOf,
  firstShareOf,
  hasEnded,
  minuteAt,
  newClock,
  ticked,
  timeOf,
} from './lookaround.minute.ts'

const friend = { userNo: 2, name: '친구' }
const place = { hubNo: 1, noteNo: 3 }
const script: SampleMoment[] = [
  { atSeconds: 4, event: { kind: 'composing', ...place, writer: friend, untilSeconds: 7 } },
  { atSeconds: 20, event: { kind: 'shared', hubNo: 2, noteNo: 5 } },
  {
    atSeconds: 7,
    event: { kind: 'commented', comment: { commentNo: 1, ...place, writer: friend, text: '좋아요' } },
  },
  { atSeconds: 10, event: { kind: 'shared', hubNo: 1, noteNo: 4 } },
]

function played(seconds: number, from = newClock(false)) {
  return Array.from({ length: seconds }, (_, second) => 1_000 * (second + 1)).reduce(ticked, from)
}

describe('the script', () => {
  test('has brought nothing before its first second', () => {
    expect(minuteAt(script, 0)).toEqual({ shared: [], commented: [], reacted: [], composing: [] })
  })

  test('lets somebody write until their comment is there', () => {
    const writersAt = (elapsed: number) =>
      minuteAt(script, elapsed).composing.map(({ writer }) => writer.name)
    expect([3, 4, 6, 7].map(writersAt)).toEqual([[], ['친구'], ['친구'], []])
    expect(minuteAt(script, 6).commented).toEqual([])
    expect(minuteAt(script, 7).commented).toMatchObject([{ atSeconds: 7, comment: { text: '좋아요' } }])
  })

  test('tells what was shared in its order, however it is written down', () => {
    expect(minuteAt(script, 60).shared.map(({ noteNo }) => noteNo)).toEqual([4, 5])
    expect(firstShareOf(script)).toBe(10)
    expect(firstShareOf([])).toBe(SAMPLE_MINUTE_SECONDS)
  })
})

describe('the clock', () => {
  test('counts the seconds that are played, and stands still at the end', () => {
    expect(elapsedOf(played(3))).toBe(3)
    const over = played(SAMPLE_MINUTE_SECONDS)
    expect(hasEnded(over)).toBe(true)
    expect(ticked(over, 0)).toBe(over)
  })

  test('goes on where it was paused', () => {
    const paused = { ...played(3), isPaused: true }
    expect(ticked(paused, 9_000)).toBe(paused)
    expect(elapsedOf(ticked({ ...paused, isPaused: false }, 9_000))).toBe(4)
  })

  test('dates what happens to the moment at which it was played', () => {
    const clock = ticked({ ...played(3), isPaused: false }, 86_400_000)
    expect(timeOf(clock, { atSeconds: 2 })).toBe('1970-01-01T00:00:02.000Z')
    expect(timeOf(clock, { atSeconds: 4 })).toBe('1970-01-02T00:00:00.000Z')
  })

  test('begins anew as another round, and runs', () => {
    const again = begunAnew({ ...played(5), isPaused: true })
    expect(again).toEqual({ round: 1, ticks: [], isPaused: false })
  })
})
