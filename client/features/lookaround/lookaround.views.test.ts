import { expect, test } from 'vitest'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { SAMPLE_MINUTE_SECONDS, sampleMinute } from './content/minute.ts'
import { sampleRooms } from './content/rooms.ts'
import { minuteAt, NOTHING_SEEN } from './lookaround.minute.ts'
import { roomPage, threadOf } from './lookaround.views.ts'

const ticks = Array.from({ length: SAMPLE_MINUTE_SECONDS }, (_, second) =>
  Date.UTC(2026, 9, 1, 12, 0, second + 1),
)

function stateAt(elapsed: number) {
  const clock = { round: 0, ticks: ticks.slice(0, elapsed), isPaused: false }
  return { clock, minute: minuteAt(sampleMinute, elapsed), seen: NOTHING_SEEN }
}

test.each(sampleRooms)('room $hubNo has one page, newest first, with new shares on top', room => {
  const initialPage = roomPage(room, stateAt(0))
  const finalPage = roomPage(room, stateAt(SAMPLE_MINUTE_SECONDS))
  expect(initialPage.notes.map(({ noteNo }) => noteNo)).toEqual(room.noteNos)
  expect(initialPage.notes.some(({ isNew, hasNewComments }) => isNew || hasNewComments)).toBe(false)
  expect(finalPage.notes.length).toBeGreaterThan(initialPage.notes.length)
  expect(finalPage.notes.length).toBeLessThanOrEqual(SHARED_NOTES_PER_PAGE)
  const seqs = finalPage.notes.map(({ seq }) => seq)
  expect(seqs).toEqual(seqs.map((_, index) => seqs.length - index))
  expect(finalPage.notes[0]).toMatchObject({ isNew: true, isAuthor: false, edited: false })
})

test('dates a played comment to when it was played and counts it on the card', () => {
  const currentState = stateAt(34)
  const thread = threadOf(2, 4, currentState)
  expect(thread.at(-1)).toMatchObject({ writer: '박서준', postedAt: '2026-10-01T12:00:34.000Z' })
  expect(
    roomPage({ name: '빈 방', hubNo: 2, people: [], noteNos: [4] }, currentState).notes[0],
  ).toMatchObject({
    commentCount: thread.length,
    hasNewComments: true,
  })
})
