import { expect, test } from 'vitest'
import { UNREAD_CAP } from '#protocol/limits.ts'
import { isUnread, unreadAmong } from './shares.unread.ts'

const reader = { userNo: 1, readSeq: 5 }

const by = (authorNo: number, ...seqs: number[]) => seqs.map(seq => ({ seq, authorNo }))

test("counts other members' shares after the read position", () => {
  expect(unreadAmong([...by(2, 8), ...by(1, 7), ...by(3, 6, 5)], true)(reader)).toBe(2)
  expect(unreadAmong([], true)(reader)).toBe(0)
})

test('does not count a note that was opened before it was shared again', () => {
  const newest = [
    { seq: 8, authorNo: 2, seenBy: [3, reader.userNo] },
    { seq: 7, authorNo: 2, seenBy: [3] },
  ]
  expect(unreadAmong(newest, true)(reader)).toBe(1)
})

test('returns null if there may be older unread shares', () => {
  expect(unreadAmong(by(2, 9), false)(reader)).toBeNull()
  expect(unreadAmong(by(2, 6, 4), false)(reader)).toBe(1)
})

test('counts up to the cap', () => {
  const newest = by(2, ...Array.from({ length: UNREAD_CAP + 20 }, (_, index) => 500 - index))
  expect(unreadAmong(newest, false)(reader)).toBe(UNREAD_CAP)
})

test('does not count shares seen above the read position', () => {
  const seen = { ...reader, seen: [{ from: 7, to: 8 }] }
  const newest = by(2, 9, 8, 7, 6)
  expect(unreadAmong(newest, true)(seen)).toBe(2)
  expect(unreadAmong(newest, false)(seen)).toBe(2)
  expect(unreadAmong(newest.slice(0, 3), false)(seen)).toBeNull()
})

test('agrees with isUnread', () => {
  const newest = [
    { seq: 9, authorNo: 2, seenBy: [reader.userNo] },
    ...by(reader.userNo, 8),
    ...by(2, 7, 6, 5),
  ]
  const seen = { ...reader, seen: [{ from: 6, to: 6 }] }
  expect(newest.filter(share => isUnread(share, seen)).map(({ seq }) => seq)).toEqual([7])
  expect(unreadAmong(newest, true)(seen)).toBe(1)
})
