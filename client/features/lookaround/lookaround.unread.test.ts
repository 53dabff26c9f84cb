import { expect, test } from 'vitest'
import type { SampleMoment } from './content/types.ts'
import { minuteAt } from './lookaround.minute.ts'
import { hasNewComments, markNoteSeen, markSharesSeen, NOTHING_SEEN, unreadOf } from './lookaround.unread.ts'

const friend = { userNo: 2, name: '친구' }
const thread = { hubNo: 1, noteNo: 3 }
const script: SampleMoment[] = [
  { atSeconds: 1, event: { kind: 'shared', hubNo: 1, noteNo: 4 } },
  { atSeconds: 2, event: { kind: 'shared', hubNo: 2, noteNo: 4 } },
  { atSeconds: 3, event: { kind: 'shared', hubNo: 1, noteNo: 5 } },
  {
    atSeconds: 4,
    event: { kind: 'commented', comment: { commentNo: 1, ...thread, writer: friend, text: '하나' } },
  },
  {
    atSeconds: 5,
    event: { kind: 'commented', comment: { commentNo: 2, ...thread, writer: friend, text: '둘' } },
  },
]
const minute = minuteAt(script, 5)

test('counts the unseen shares of a room', () => {
  expect([1, 2, 3].map(hubNo => unreadOf(minute, NOTHING_SEEN, hubNo))).toEqual([2, 1, 0])
  const seenState = markSharesSeen(NOTHING_SEEN, 1, 1)
  expect([1, 2].map(hubNo => unreadOf(minute, seenState, hubNo))).toEqual([1, 1])
  expect(markSharesSeen(seenState, 1, 0)).toBe(seenState)
})

test('marks comments as new until the thread is opened, and again on the next comment', () => {
  const earlier = minuteAt(script, 4)
  expect(hasNewComments(earlier, NOTHING_SEEN, thread)).toBe(true)
  const seenState = markNoteSeen(NOTHING_SEEN, thread, 1)
  expect(seenState.notes.has(3)).toBe(true)
  expect(hasNewComments(earlier, seenState, thread)).toBe(false)
  expect(hasNewComments(minute, seenState, thread)).toBe(true)
  expect(hasNewComments(minute, seenState, { hubNo: 2, noteNo: 3 })).toBe(false)
  expect(markNoteSeen(seenState, thread, 1)).toBe(seenState)
})
