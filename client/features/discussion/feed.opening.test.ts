import { expect, test } from 'vitest'
import type { SharedNoteItem } from '#protocol/discussion.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { olderUnread, openingOf, readNotes } from './feed.opening.ts'

const page = (seqs: number[], { unread = [] as number[], pageNo = 1, total = seqs.length } = {}) => ({
  notes: seqs.map(seq => ({ seq, isNew: unread.includes(seq) }) as SharedNoteItem),
  pageIndex: pageIndexOf(pageNo, SHARED_NOTES_PER_PAGE, total),
  arrivals: 0,
})
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, place) => from - place)
const seqsOf = (notes: SharedNoteItem[]) => notes.map(({ seq }) => seq)

test('a page reads like a talk: the newest nine, the oldest of them first', () => {
  const opened = page(down(20, 8))
  expect(seqsOf(readNotes(opened, openingOf(opened, true)))).toEqual([12, 13, 14, 15, 16, 17, 18, 19, 20])
})

test('what comes while it is open stands at its end, and nothing leaves its beginning', () => {
  const opening = openingOf(page(down(20, 12), { total: 13 }), true)
  expect(seqsOf(readNotes(page(down(22, 8)), opening))).toEqual(down(22, 12).toReversed())
})

test('what was withdrawn is made up for only when the page is opened again, or when nothing is left', () => {
  const opening = openingOf(page(down(20, 12), { total: 13 }), true)
  expect(seqsOf(readNotes(page([20, 19, 18, 17, 16, 14, 13, 12, 11]), opening))).toEqual([
    12, 13, 14, 16, 17, 18, 19, 20,
  ])
  expect(seqsOf(readNotes(page([3, 2]), opening))).toEqual([2, 3])
})

test('the line stands before the first unread note of the page, and nowhere when all were read', () => {
  expect(openingOf(page(down(20, 8), { unread: [20, 19, 14, 9] }), true).firstUnreadSeq).toBe(14)
  expect(openingOf(page(down(20, 8), { unread: [9] }), true).firstUnreadSeq).toBeNull()
  expect(openingOf(page(down(9, 1), { unread: [3], pageNo: 2, total: 18 }), true).firstUnreadSeq).toBe(3)
})

test('what is unread on older pages is counted, whether the answer holds it or tells of it', () => {
  const held = page(down(30, 4), { unread: [30, 20, 9], total: 30 })
  const opening = openingOf(held, true)
  expect(olderUnread(held, opening)).toEqual({ count: 2, page: 3 })
  expect(olderUnread({ ...held, unreadOlder: { count: 2, place: 29 } }, opening)).toEqual({
    count: 4,
    page: 4,
  })
  expect(olderUnread(page(down(30, 4), { unread: [30] }), opening)).toBeNull()
})
