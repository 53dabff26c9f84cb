import { expect, test } from 'vitest'
import { SEEN_RANGES_MAX } from '#protocol/limits.ts'
import { firstUnseen, hasSeen, unseenGaps } from '#protocol/seen.ts'
import { addSeen } from './seen.service.ts'

const range = (from: number, to = from) => ({ from, to })
const upTo = (length: number) => Array.from({ length }, (_, index) => index + 1)

test('keeps seen ranges above the read position, and merges adjacent ones', () => {
  const once = addSeen({ readSeq: 2 }, [5, 7])
  expect(once).toEqual({ readSeq: 2, seen: [range(5), range(7)] })
  expect(addSeen(once, [6])).toEqual({ readSeq: 2, seen: [range(5, 7)] })
  expect(addSeen(once, [3, 4, 6])).toEqual({ readSeq: 7, seen: [] })
})

test('ignores what was seen already, in any order', () => {
  const seen = addSeen({ readSeq: 2 }, [9, 5, 8, 5])
  expect(addSeen(seen, [1, 2, 8, 9])).toEqual(seen)
})

test('fills gaps with numbers that are unread for nobody, without making ranges of them', () => {
  expect(addSeen({ readSeq: 2 }, [5, 9], [3, 4, 7])).toEqual({ readSeq: 5, seen: [range(9)] })
  expect(addSeen({ readSeq: 2 }, [6], [3, 4, 5])).toEqual({ readSeq: 6, seen: [] })
})

test('reads the lowest gap if there are too many ranges, and never loses a seen number', () => {
  const every = upTo(SEEN_RANGES_MAX + 2).map(place => 3 * place)
  const seen = addSeen({ readSeq: 0 }, every)
  expect(seen.seen).toHaveLength(SEEN_RANGES_MAX)
  expect(seen.readSeq).toBe(6)
  expect(every.every(seq => hasSeen(seen, seq))).toBe(true)
  expect(hasSeen(seen, 8)).toBe(false)
})

test('agrees on the unseen shares however they were seen', () => {
  const seen = addSeen({ readSeq: 3 }, [6, 7, 10])
  const unseen = upTo(12).filter(seq => !hasSeen(seen, seq))
  expect(unseen).toEqual([4, 5, 8, 9, 11, 12])
  const inGaps = (seq: number) =>
    unseenGaps(seen).some(({ after, before }) => seq > after && (before === null || seq < before))
  expect(upTo(12).filter(inGaps)).toEqual(unseen)
  expect(firstUnseen(seen)).toBe(4)
})

test('ignores ranges below the read position', () => {
  const overtaken = { readSeq: 8, seen: [range(5, 6), range(8, 11), range(14)] }
  expect(firstUnseen(overtaken)).toBe(12)
  expect(unseenGaps(overtaken)).toEqual([
    { after: 11, before: 14 },
    { after: 14, before: null },
  ])
  expect(addSeen(overtaken, [12])).toEqual({ readSeq: 12, seen: [range(14)] })
})
