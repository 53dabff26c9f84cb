import { expect, test } from 'vitest'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { unreadAmong } from './shares.rules.ts'

const reader = { userNo: 1, readSeq: 5 }

test("counts others' shares after what was read, never one's own", () => {
  const newest = [
    { seq: 8, authorNo: 2 },
    { seq: 7, authorNo: 1 },
    { seq: 6, authorNo: 3 },
    { seq: 5, authorNo: 3 },
  ]
  expect(unreadAmong(newest, true)(reader)).toBe(2)
})

test('a note that the reader had opened before it was shared again is not unread', () => {
  const newest = [
    { seq: 8, authorNo: 2, seenBy: [3, reader.userNo] },
    { seq: 7, authorNo: 2, seenBy: [3] },
  ]
  expect(unreadAmong(newest, true)(reader)).toBe(1)
})

test('a hub without shares has nothing unread', () => {
  expect(unreadAmong([], true)(reader)).toBe(0)
})

test('knows nothing when older unread shares may lie beyond', () => {
  expect(unreadAmong([{ seq: 9, authorNo: 2 }], false)(reader)).toBeNull()
})

test('older shares do not matter once they are read', () => {
  expect(
    unreadAmong(
      [
        { seq: 6, authorNo: 2 },
        { seq: 4, authorNo: 2 },
      ],
      false,
    )(reader),
  ).toBe(1)
})

test('counts no further than the cap', () => {
  const newest = Array.from({ length: UNREAD_CAP + 20 }, (_, index) => ({ seq: 500 - index, authorNo: 2 }))
  expect(unreadAmong(newest, false)(reader)).toBe(UNREAD_CAP)
})
