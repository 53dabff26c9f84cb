import { expect, test } from 'vitest'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { isUnread, unreadAmong } from './shares.unread.ts'

const reader = { userNo: 1, readSeq: 5 }

test("counts other members' shares after the read position", () => {
  const newest = [
    { seq: 8, authorNo: 2 },
    { seq: 7, authorNo: 1 },
    { seq: 6, authorNo: 3 },
    { seq: 5, authorNo: 3 },
  ]
  expect(unreadAmong(newest, true)(reader)).toBe(2)
})

test('does not count a note that was opened before it was shared again', () => {
  const newest = [
    { seq: 8, authorNo: 2, seenBy: [3, reader.userNo] },
    { seq: 7, authorNo: 2, seenBy: [3] },
  ]
  expect(unreadAmong(newest, true)(reader)).toBe(1)
})

test('counts nothing in a hub without shares', () => {
  expect(unreadAmong([], true)(reader)).toBe(0)
})

test('returns null if there may be older unread shares', () => {
  expect(unreadAmong([{ seq: 9, authorNo: 2 }], false)(reader)).toBeNull()
})

test('ignores older shares that are read', () => {
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

test('counts up to the cap', () => {
  const newest = Array.from({ length: UNREAD_CAP + 20 }, (_, index) => ({ seq: 500 - index, authorNo: 2 }))
  expect(unreadAmong(newest, false)(reader)).toBe(UNREAD_CAP)
})

test('does not count shares seen above the read position', () => {
  const seen = { ...reader, seen: [{ from: 7, to: 8 }] }
  const newest = [9, 8, 7, 6].map(seq => ({ seq, authorNo: 2 }))
  expect(unreadAmong(newest, true)(seen)).toBe(2)
  expect(unreadAmong(newest, false)(seen)).toBe(2)
  expect(unreadAmong(newest.slice(0, 3), false)(seen)).toBeNull()
})

test('agrees with isUnread', () => {
  const newest = [
    { seq: 9, authorNo: 2, seenBy: [reader.userNo] },
    { seq: 8, authorNo: reader.userNo },
    { seq: 7, authorNo: 2 },
    { seq: 6, authorNo: 2 },
    { seq: 5, authorNo: 2 },
  ]
  const seen = { ...reader, seen: [{ from: 6, to: 6 }] }
  expect(newest.filter(share => isUnread(share, seen)).map(({ seq }) => seq)).toEqual([7])
  expect(unreadAmong(newest, true)(seen)).toBe(1)
})
