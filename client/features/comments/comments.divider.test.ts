import { expect, test } from 'vitest'
import type { Thread } from './comments.cache.ts'
import { type Divider, dividerOf, seenUpTo, waitingIn } from './comments.divider.ts'

const ME = 1
const OTHER = 2
const NOTHING = { lookedFrom: Number.POSITIVE_INFINITY, lookedUpTo: 0, lookedAt: 0 }

const said = (commentNo: number, writerNo = OTHER) => ({ commentNo, writerNo }) as Thread['comments'][number]
const from = (first: number, last: number) =>
  Array.from({ length: last - first + 1 }, (_, place) => said(first + place))

test('the divider stands before the first comment of another that was not read', () => {
  const comments = [said(1), said(2, ME), said(3, ME), said(4)]
  expect(dividerOf({ comments, readUpTo: 1 }, ME, NOTHING, null).before).toBe(4)
  expect(dividerOf({ comments, readUpTo: 4 }, ME, NOTHING, null).before).toBeNull()
})

test('where the first unread one is further back, nothing counts as seen until it is shown and was seen', () => {
  const opened = { comments: from(51, 100), readUpTo: 20, unreadBefore: { count: 30, firstNo: 21 } }
  const divider = dividerOf(opened, ME, NOTHING, null)
  expect(divider).toMatchObject({ before: null, isFurtherBack: true })
  const atEnd = { lookedFrom: 51, lookedUpTo: 100, lookedAt: 100 }
  expect(dividerOf(opened, ME, atEnd, divider)).toBe(divider)
  expect(seenUpTo(divider, atEnd)).toBe(0)

  const loaded = dividerOf({ comments: from(1, 100), readUpTo: 20 }, ME, atEnd, divider)
  expect(loaded).toMatchObject({ before: 21, isFurtherBack: false })
  expect(seenUpTo(loaded, atEnd)).toBe(0)
  expect(seenUpTo(loaded, { ...atEnd, lookedFrom: 21 })).toBe(100)
})

test('whoever was led past the divider leaves unread what follows it', () => {
  const divider: Divider = { before: 5, isFurtherBack: false, openedAt: 30 }
  expect(seenUpTo(divider, { lookedFrom: 20, lookedUpTo: 30, lookedAt: 30 })).toBe(0)
  expect(seenUpTo(divider, { lookedFrom: 4, lookedUpTo: 12, lookedAt: 30 })).toBe(12)
})

test('the divider moves to what came, once all below it was seen', () => {
  const thread = { comments: from(1, 11), readUpTo: 4 }
  const divider: Divider = { before: 5, isFurtherBack: false, openedAt: 10 }
  const above = { lookedFrom: 1, lookedUpTo: 4, lookedAt: 11 }
  expect(waitingIn(thread, ME, above, divider)).toMatchObject([{ commentNo: 11 }])
  expect(dividerOf(thread, ME, above, divider)).toBe(divider)
  const within = { lookedFrom: 1, lookedUpTo: 5, lookedAt: 11 }
  expect(dividerOf(thread, ME, within, divider)).toBe(divider)
  const below = { lookedFrom: 1, lookedUpTo: 10, lookedAt: 11 }
  expect(dividerOf(thread, ME, below, divider).before).toBe(11)
})
