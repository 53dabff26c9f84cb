import { expect, test } from 'vitest'
import type { Thread } from './comments.cache.ts'
import { type Divider, nextUnseen, seenUpTo, unseenArrivals, updateDivider } from './unreadDivider.ts'

const ME = 1
const OTHER = 2
const NOTHING = { seenNos: new Set<number>(), skippedUpTo: 0, lookedAt: 0, endReachedAt: 0 }

const comment = (commentNo: number, writerNo = OTHER) =>
  ({ commentNo, writerNo }) as Thread['comments'][number]
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place)
const from = (first: number, last: number) => numbers(first, last).map(commentNo => comment(commentNo))
/** Seen ranges of comments; `lookedAt` is the newest comment at that time. */
const seen = (observedUpTo: number, ...ranges: [first: number, last: number][]) => ({
  seenNos: new Set(ranges.flatMap(([first, last]) => numbers(first, last))),
  skippedUpTo: 0,
  lookedAt: observedUpTo,
  endReachedAt: 0,
})

test('places the divider before the first unread comment of another member', () => {
  const comments = [comment(1), comment(2, ME), comment(3, ME), comment(4)]
  expect(updateDivider({ comments, readUpTo: 1 }, ME, NOTHING, null).firstBelowNo).toBe(4)
  expect(updateDivider({ comments, readUpTo: 4 }, ME, NOTHING, null).firstBelowNo).toBeNull()
})

test('counts nothing as seen until the first unread comment is loaded and seen', () => {
  const opened = { comments: from(51, 100), readUpTo: 20, unreadBefore: { count: 30, firstNo: 21 } }
  const divider = updateDivider(opened, ME, NOTHING, null)
  expect(divider).toMatchObject({ firstBelowNo: null, isNotLoaded: true })
  const atEnd = seen(100, [51, 100])
  expect(updateDivider(opened, ME, atEnd, divider)).toBe(divider)
  expect(seenUpTo(opened, ME, atEnd, divider)).toBe(0)
  expect(nextUnseen(opened, ME, seen(100, [90, 95]), divider)).toBeNull()
  const came = { ...opened, comments: from(51, 103) }
  expect(nextUnseen(came, ME, seen(103, [90, 95]), divider)).toBe(101)

  const whole = { comments: from(1, 100), readUpTo: 20 }
  const loaded = updateDivider(whole, ME, atEnd, divider)
  expect(loaded).toMatchObject({ firstBelowNo: 21, isNotLoaded: false })
  expect(seenUpTo(whole, ME, atEnd, loaded)).toBe(20)
  expect(seenUpTo(whole, ME, seen(100, [21, 100]), loaded)).toBe(100)
})

test('keeps skipped comments unread and reports them', () => {
  const thread = { comments: [...from(1, 30), comment(31, ME)], readUpTo: 4 }
  const divider = updateDivider({ comments: from(1, 30), readUpTo: 4 }, ME, NOTHING, null)
  expect(seenUpTo(thread, ME, seen(31, [20, 31]), divider)).toBe(4)

  // The reader reads up to comment 12, then jumps to 30.
  const atEnd = { ...seen(31, [4, 12], [25, 31]), skippedUpTo: 24 }
  expect(seenUpTo(thread, ME, atEnd, divider)).toBe(12)
  expect(nextUnseen(thread, ME, atEnd, divider)).toBe(13)
  expect(unseenArrivals(thread, ME, atEnd, divider).map(({ commentNo }) => commentNo)).toEqual(
    numbers(13, 24),
  )

  // After the jump back nothing is skipped, although later comments were seen.
  expect(unseenArrivals(thread, ME, { ...atEnd, skippedUpTo: 0 }, divider)).toEqual([])

  const all = seen(31, [4, 31])
  expect(seenUpTo(thread, ME, all, divider)).toBe(31)
  expect(nextUnseen(thread, ME, all, divider)).toBeNull()
  expect(unseenArrivals(thread, ME, all, divider)).toEqual([])

  // Comments below the reader that existed at opening are not announced.
  const reading = seen(30, [3, 9])
  expect(unseenArrivals({ comments: from(1, 30), readUpTo: 4 }, ME, reading, divider)).toEqual([])
  expect(nextUnseen({ comments: from(1, 30), readUpTo: 4 }, ME, reading, divider)).toBe(10)
})

test('counts all comments as read at the end, and reports only later ones', () => {
  const thread = { comments: from(1, 33), readUpTo: 4 }
  const divider = updateDivider({ comments: from(1, 30), readUpTo: 4 }, ME, NOTHING, null)
  const wasAtEnd = { ...seen(33, [28, 30]), skippedUpTo: 27, endReachedAt: 30 }
  expect(seenUpTo(thread, ME, wasAtEnd, divider)).toBe(30)
  expect(nextUnseen(thread, ME, wasAtEnd, divider)).toBe(31)
  expect(unseenArrivals(thread, ME, wasAtEnd, divider).map(({ commentNo }) => commentNo)).toEqual(
    numbers(31, 33),
  )

  // The same holds if older comments are not loaded.
  const further = { comments: from(51, 100), readUpTo: 20, unreadBefore: { count: 30, firstNo: 21 } }
  const opened = updateDivider(further, ME, NOTHING, null)
  expect(seenUpTo(further, ME, { ...seen(100, [98, 100]), endReachedAt: 100 }, opened)).toBe(100)
})

test('stops announcing comments that were read elsewhere', () => {
  const divider = updateDivider({ comments: from(1, 30), readUpTo: 4 }, ME, NOTHING, null)
  const readElsewhere = { comments: from(1, 30), readUpTo: 24 }
  const atEnd = { ...seen(30, [4, 12], [25, 30]), skippedUpTo: 24 }
  expect(unseenArrivals(readElsewhere, ME, atEnd, divider)).toEqual([])
  expect(seenUpTo(readElsewhere, ME, atEnd, divider)).toBe(30)
})

test('moves the divider to new comments once all below it were seen', () => {
  const thread = { comments: from(1, 11), readUpTo: 4 }
  const divider: Divider = { firstBelowNo: 5, isNotLoaded: false, newestAtOpening: 10, coversUpTo: 10 }
  const above = seen(11, [1, 4])
  expect(unseenArrivals(thread, ME, above, divider)).toMatchObject([{ commentNo: 11 }])
  expect(updateDivider(thread, ME, above, divider).firstBelowNo).toBe(5)
  expect(updateDivider(thread, ME, seen(11, [1, 5]), divider).firstBelowNo).toBe(5)
  expect(updateDivider(thread, ME, seen(11, [1, 10]), divider).firstBelowNo).toBe(11)
})

test('does not move the divider while the reader is still reading below it', () => {
  const read = { comments: from(1, 10), readUpTo: 10 }
  const opened = updateDivider(read, ME, NOTHING, null)
  const came = updateDivider({ comments: from(1, 40), readUpTo: 10 }, ME, seen(40, [5, 10]), opened)
  expect(came.firstBelowNo).toBe(11)
  const reading = updateDivider({ comments: from(1, 40), readUpTo: 10 }, ME, seen(40, [5, 20]), came)
  expect(reading.firstBelowNo).toBe(11)
  const more = { comments: from(1, 41), readUpTo: 40 }
  expect(updateDivider(more, ME, seen(41, [5, 40]), reading).firstBelowNo).toBe(41)
})
