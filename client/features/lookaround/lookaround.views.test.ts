import { expect, test } from 'vitest'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { SAMPLE_MINUTE_SECONDS, sampleMinute } from './content/minute.ts'
import { sampleRooms } from './content/rooms.ts'
import { minuteAt } from './lookaround.minute.ts'
import { nothingSeen } from './lookaround.unread.ts'
import { roomPage, threadOf } from './lookaround.views.ts'

const ticks = Array.from({ length: SAMPLE_MINUTE_SECONDS }, (_, second) =>
  Date.UTC(2026, 9, 1, 12, 0, second + 1),
)

function nowAt(elapsed: number) {
  const clock = { round: 0, ticks: ticks.slice(0, elapsed), isPaused: false }
  return { clock, minute: minuteAt(sampleMinute, elapsed), seen: nothingSeen }
}

test.each(sampleRooms)(
  'room $hubNo has one page, newest first, and what friends share comes on top',
  room => {
    const before = roomPage(room, nowAt(0))
    const after = roomPage(room, nowAt(SAMPLE_MINUTE_SECONDS))
    expect(before.notes.map(({ noteNo }) => noteNo)).toEqual(room.noteNos)
    expect(before.notes.some(({ isNew, hasNewComments }) => isNew || hasNewComments)).toBe(false)
    expect(after.notes.length).toBeGreaterThan(before.notes.length)
    expect(after.notes.length).toBeLessThanOrEqual(SHARED_NOTES_PER_PAGE)
    const places = after.notes.map(({ seq }) => seq)
    expect(places).toEqual(places.map((_, index) => places.length - index))
    expect(after.notes[0]).toMatchObject({ isNew: true, isAuthor: false, edited: false })
  },
)

test('a comment of the minute has the time at which it was played, and is counted on its card', () => {
  const now = nowAt(34)
  const thread = threadOf(2, 4, now)
  expect(thread.at(-1)).toMatchObject({ writer: '박서준', postedAt: '2026-10-01T12:00:34.000Z' })
  expect(roomPage({ name: '빈 방', hubNo: 2, people: [], noteNos: [4] }, now).notes[0]).toMatchObject({
    commentCount: thread.length,
    hasNewComments: true,
  })
})
