import { expect, test } from 'vitest'
import type { SampleMoment } from './content/types.ts'
import { minuteAt } from './lookaround.minute.ts'
import { hasNewComments, nothingSeen, unreadOf, withNoteSeen, withSharesSeen } from './lookaround.unread.ts'

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

test('a room counts its own shares that were not shown yet', () => {
  expect([1, 2, 3].map(hubNo => unreadOf(minute, nothingSeen, hubNo))).toEqual([2, 1, 0])
  const seen = withSharesSeen(nothingSeen, 1, 1)
  expect([1, 2].map(hubNo => unreadOf(minute, seen, hubNo))).toEqual([1, 1])
  expect(withSharesSeen(seen, 1, 0)).toBe(seen)
})

test('comments are new until their thread was opened, and again when another one comes', () => {
  const early = minuteAt(script, 4)
  expect(hasNewComments(early, nothingSeen, thread)).toBe(true)
  const seen = withNoteSeen(nothingSeen, thread, 1)
  expect(seen.notes.has(3)).toBe(true)
  expect(hasNewComments(early, seen, thread)).toBe(false)
  expect(hasNewComments(minute, seen, thread)).toBe(true)
  expect(hasNewComments(minute, seen, { hubNo: 2, noteNo: 3 })).toBe(false)
  expect(withNoteSeen(seen, thread, 1)).toBe(seen)
})
