import { expect, test } from 'vitest'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { createSnapshot, feedNotes, olderUnread } from './useFeed.ts'

const page = (seqs: number[], { unread = [] as number[], pageNo = 1, total = seqs.length } = {}) => ({
  notes: seqs.map(seq => ({ seq, isNew: unread.includes(seq) }) as SharedNoteItem),
  pageIndex: pageIndexOf(pageNo, SHARED_NOTES_PER_PAGE, total),
  arrivals: 0,
})
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, place) => from - place)
const seqsOf = (notes: SharedNoteItem[]) => notes.map(({ seq }) => seq)

test('shows the newest nine notes, oldest first', () => {
  const opened = page(down(20, 8))
  expect(seqsOf(feedNotes(opened, createSnapshot(opened, true)))).toEqual([
    12, 13, 14, 15, 16, 17, 18, 19, 20,
  ])
})

test('appends new notes and keeps the beginning', () => {
  const snapshot = createSnapshot(page(down(20, 12), { total: 13 }), true)
  expect(seqsOf(feedNotes(page(down(22, 8)), snapshot))).toEqual(down(22, 12).toReversed())
})

test('fills up withdrawn notes only after reopening, or when none is left', () => {
  const snapshot = createSnapshot(page(down(20, 12), { total: 13 }), true)
  expect(seqsOf(feedNotes(page([20, 19, 18, 17, 16, 14, 13, 12, 11]), snapshot))).toEqual([
    12, 13, 14, 16, 17, 18, 19, 20,
  ])
  expect(seqsOf(feedNotes(page([3, 2]), snapshot))).toEqual([2, 3])
})

test('places the divider before the first unread note, or nowhere', () => {
  expect(createSnapshot(page(down(20, 8), { unread: [20, 19, 14, 9] }), true).firstUnreadSeq).toBe(14)
  expect(createSnapshot(page(down(20, 8), { unread: [9] }), true).firstUnreadSeq).toBeNull()
  expect(createSnapshot(page(down(9, 1), { unread: [3], pageNo: 2, total: 18 }), true).firstUnreadSeq).toBe(3)
})

test('counts unread notes of older pages from the response and from its summary', () => {
  const loaded = page(down(30, 4), { unread: [30, 20, 9], total: 30 })
  const snapshot = createSnapshot(loaded, true)
  expect(olderUnread(loaded, snapshot)).toEqual({ count: 2, page: 3 })
  expect(olderUnread({ ...loaded, unreadOlder: { count: 2, place: 29 } }, snapshot)).toEqual({
    count: 4,
    page: 4,
  })
  expect(olderUnread(page(down(30, 4), { unread: [30] }), snapshot)).toBeNull()
})
