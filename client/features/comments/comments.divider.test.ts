import { expect, test } from 'vitest'
import type { Thread } from './comments.cache.ts'
import { type Divider, dividerOf, nextIn, seenUpTo, waitingIn } from './comments.divider.ts'

const ME = 1
const OTHER = 2
const NOTHING = { seenNos: new Set<number>(), passedUpTo: 0, lookedAt: 0, endedAt: 0 }

const said = (commentNo: number, writerNo = OTHER) => ({ commentNo, writerNo }) as Thread['comments'][number]
const numbers = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => first + place)
const from = (first: number, last: number) => numbers(first, last).map(commentNo => said(commentNo))
/** The comments of these ranges were seen, when there were so many. */
const seen = (lookedAt: number, ...ranges: [first: number, last: number][]) => ({
  seenNos: new Set(ranges.flatMap(([first, last]) => numbers(first, last))),
  passedUpTo: 0,
  lookedAt,
  endedAt: 0,
})

test('the divider stands before the first comment of another that was not read', () => {
  const comments = [said(1), said(2, ME), said(3, ME), said(4)]
  expect(dividerOf({ comments, readUpTo: 1 }, ME, NOTHING, null).before).toBe(4)
  expect(dividerOf({ comments, readUpTo: 4 }, ME, NOTHING, null).before).toBeNull()
})

test('where the first unread one is further back, nothing counts as seen until it is shown and was seen', () => {
  const opened = { comments: from(51, 100), readUpTo: 20, unreadBefore: { count: 30, firstNo: 21 } }
  const divider = dividerOf(opened, ME, NOTHING, null)
  expect(divider).toMatchObject({ before: null, isFurtherBack: true })
  const atEnd = seen(100, [51, 100])
  expect(dividerOf(opened, ME, atEnd, divider)).toBe(divider)
  expect(seenUpTo(opened, ME, atEnd, divider)).toBe(0)
  expect(nextIn(opened, ME, seen(100, [90, 95]), divider)).toBeNull()
  const came = { ...opened, comments: from(51, 103) }
  expect(nextIn(came, ME, seen(103, [90, 95]), divider)).toBe(101)

  const whole = { comments: from(1, 100), readUpTo: 20 }
  const loaded = dividerOf(whole, ME, atEnd, divider)
  expect(loaded).toMatchObject({ before: 21, isFurtherBack: false })
  expect(seenUpTo(whole, ME, atEnd, loaded)).toBe(20)
  expect(seenUpTo(whole, ME, seen(100, [21, 100]), loaded)).toBe(100)
})

test('whoever was led past what is unread leaves it unread, and is told of it', () => {
  const thread = { comments: [...from(1, 30), said(31, ME)], readUpTo: 4 }
  const divider = dividerOf({ comments: from(1, 30), readUpTo: 4 }, ME, NOTHING, null)
  expect(seenUpTo(thread, ME, seen(31, [20, 31]), divider)).toBe(4)

  // They read on to the twelfth, and were led to the thirtieth.
  const atEnd = { ...seen(31, [4, 12], [25, 31]), passedUpTo: 24 }
  expect(seenUpTo(thread, ME, atEnd, divider)).toBe(12)
  expect(nextIn(thread, ME, atEnd, divider)).toBe(13)
  expect(waitingIn(thread, ME, atEnd, divider).map(({ commentNo }) => commentNo)).toEqual(numbers(13, 24))

  // Back where they were they read on in order: nothing is passed over, whatever they have seen further down.
  expect(waitingIn(thread, ME, { ...atEnd, passedUpTo: 0 }, divider)).toEqual([])

  const all = seen(31, [4, 31])
  expect(seenUpTo(thread, ME, all, divider)).toBe(31)
  expect(nextIn(thread, ME, all, divider)).toBeNull()
  expect(waitingIn(thread, ME, all, divider)).toEqual([])
})

test('whoever was at the end has read all up to there, and is told of what came after it alone', () => {
  const thread = { comments: from(1, 33), readUpTo: 4 }
  const divider = dividerOf({ comments: from(1, 30), readUpTo: 4 }, ME, NOTHING, null)
  const wasAtEnd = { ...seen(33, [28, 30]), passedUpTo: 27, endedAt: 30 }
  expect(seenUpTo(thread, ME, wasAtEnd, divider)).toBe(30)
  expect(nextIn(thread, ME, wasAtEnd, divider)).toBe(31)
  expect(waitingIn(thread, ME, wasAtEnd, divider).map(({ commentNo }) => commentNo)).toEqual(numbers(31, 33))

  // Also of what is further back than the thread is shown.
  const further = { comments: from(51, 100), readUpTo: 20, unreadBefore: { count: 30, firstNo: 21 } }
  const opened = dividerOf(further, ME, NOTHING, null)
  expect(seenUpTo(further, ME, { ...seen(100, [98, 100]), endedAt: 100 }, opened)).toBe(100)
})

test('what is below the reader and was there when they came is not announced as waiting', () => {
  const thread = { comments: from(1, 30), readUpTo: 4 }
  const divider = dividerOf(thread, ME, NOTHING, null)
  expect(waitingIn(thread, ME, seen(30, [3, 9]), divider)).toEqual([])
  expect(nextIn(thread, ME, seen(30, [3, 9]), divider)).toBe(10)
})

test('what was read elsewhere meanwhile waits no longer', () => {
  const divider = dividerOf({ comments: from(1, 30), readUpTo: 4 }, ME, NOTHING, null)
  const readElsewhere = { comments: from(1, 30), readUpTo: 24 }
  const atEnd = { ...seen(30, [4, 12], [25, 30]), passedUpTo: 24 }
  expect(waitingIn(readElsewhere, ME, atEnd, divider)).toEqual([])
  expect(seenUpTo(readElsewhere, ME, atEnd, divider)).toBe(30)
})

test('the divider moves to what came, once all below it was seen', () => {
  const thread = { comments: from(1, 11), readUpTo: 4 }
  const divider: Divider = { before: 5, isFurtherBack: false, openedAt: 10, upTo: 10 }
  const above = seen(11, [1, 4])
  expect(waitingIn(thread, ME, above, divider)).toMatchObject([{ commentNo: 11 }])
  expect(dividerOf(thread, ME, above, divider).before).toBe(5)
  expect(dividerOf(thread, ME, seen(11, [1, 5]), divider).before).toBe(5)
  expect(dividerOf(thread, ME, seen(11, [1, 10]), divider).before).toBe(11)
})

test('the divider does not run ahead of who reads on below it', () => {
  const read = { comments: from(1, 10), readUpTo: 10 }
  const opened = dividerOf(read, ME, NOTHING, null)
  const came = dividerOf({ comments: from(1, 40), readUpTo: 10 }, ME, seen(40, [5, 10]), opened)
  expect(came.before).toBe(11)
  const reading = dividerOf({ comments: from(1, 40), readUpTo: 10 }, ME, seen(40, [5, 20]), came)
  expect(reading.before).toBe(11)
  const more = { comments: from(1, 41), readUpTo: 40 }
  expect(dividerOf(more, ME, seen(41, [5, 40]), reading).before).toBe(41)
})
