import { expect, test } from 'vitest'
import { SEEN_RANGES_MAX } from '#protocol/limits.ts'
import { firstUnseen, hasSeen, unseenGaps } from '#protocol/seen.ts'
import { withSeen } from './seen.rules.ts'

const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

test('what is seen above what is read stays a range, and ranges that touch become one', () => {
  const once = withSeen({ readSeq: 2 }, [5, 7])
  expect(once).toEqual({
    readSeq: 2,
    seen: [
      { from: 5, to: 5 },
      { from: 7, to: 7 },
    ],
  })
  expect(withSeen(once, [6])).toEqual({ readSeq: 2, seen: [{ from: 5, to: 7 }] })
  expect(withSeen(once, [3, 4, 6])).toEqual({ readSeq: 7, seen: [] })
})

test('what was seen already, twice or in any order, changes nothing', () => {
  const seen = withSeen({ readSeq: 2 }, [9, 5, 8, 5])
  expect(withSeen(seen, [1, 2, 8, 9])).toEqual(seen)
})

test('numbers that are unread for nobody fill a gap, and are no range of their own', () => {
  expect(withSeen({ readSeq: 2 }, [5, 9], [3, 4, 7])).toEqual({ readSeq: 5, seen: [{ from: 9, to: 9 }] })
  expect(withSeen({ readSeq: 2 }, [6], [3, 4, 5])).toEqual({ readSeq: 6, seen: [] })
})

test('of more ranges than are kept the lowest gap counts as read, and no number is seen less', () => {
  const every = upTo(SEEN_RANGES_MAX + 2).map(place => 3 * place)
  const seen = withSeen({ readSeq: 0 }, every)
  expect(seen.seen).toHaveLength(SEEN_RANGES_MAX)
  expect(seen.readSeq).toBe(6)
  expect(every.every(seq => hasSeen(seen, seq))).toBe(true)
  expect(hasSeen(seen, 8)).toBe(false)
})

test('however a member saw, one and all agree on what is unseen', () => {
  const seen = withSeen({ readSeq: 3 }, [6, 7, 10])
  const unseen = upTo(12).filter(seq => !hasSeen(seen, seq))
  expect(unseen).toEqual([4, 5, 8, 9, 11, 12])
  const inGaps = (seq: number) =>
    unseenGaps(seen).some(({ after, before }) => seq > after && (before === null || seq < before))
  expect(upTo(12).filter(inGaps)).toEqual(unseen)
  expect(firstUnseen(seen)).toBe(4)
})

test('ranges that reading has overtaken count for nothing', () => {
  const overtaken = {
    readSeq: 8,
    seen: [
      { from: 5, to: 6 },
      { from: 8, to: 11 },
      { from: 14, to: 14 },
    ],
  }
  expect(firstUnseen(overtaken)).toBe(12)
  expect(unseenGaps(overtaken)).toEqual([
    { after: 11, before: 14 },
    { after: 14, before: null },
  ])
  expect(withSeen(overtaken, [12])).toEqual({ readSeq: 12, seen: [{ from: 14, to: 14 }] })
})
