import { expect, test } from 'vitest'
import { withEvents } from '#client/live/versions.ts'
import type { SharedNoteItem, SharedNoteView } from '#protocol/discussion.ts'
import type { HubEvent, ServerEventPayload } from '#protocol/events.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { type DiscussionPage, discussionRules, withThreadRead } from './discussion.cache.ts'

const ME = 1
const FRIEND = 2
const HUB = 4

const settle = (page: DiscussionPage, events: HubEvent[]) => withEvents(discussionRules(ME), page, events)

function note(seq: number, authorNo = FRIEND): SharedNoteView {
  return {
    noteNo: 100 + seq,
    seq,
    articleTitle: `노트 ${seq}`,
    subjectTitle: '주제',
    author: '박서준',
    authorNo,
    profPic: '',
    lastUpdate: '2026-01-01T00:00:00.000Z',
    sharedAt: '2026-01-01T00:00:00.000Z',
    edited: false,
    noteVersion: 1,
    commentCount: 0,
  }
}
const item = (seq: number, authorNo = FRIEND): SharedNoteItem => ({
  ...note(seq, authorNo),
  isAuthor: authorNo === ME,
  isNew: authorNo !== ME,
  hasNewComments: false,
})

function pageWith(
  seqs: number[],
  { version = 10, total = seqs.length, page = 1, lastSeq = Math.max(...seqs) } = {},
): DiscussionPage {
  return {
    success: true,
    version,
    lastSeq,
    total,
    notes: seqs.map(seq => item(seq)),
    pinned: null,
    pageIndex: pageIndexOf(page, SHARED_NOTES_PER_PAGE, total),
    arrivals: 0,
  }
}
const shared = (version: number, seq: number, authorNo = FRIEND): HubEvent => ({
  name: 'note:shared',
  payload: { hubNo: HUB, version, note: note(seq, authorNo) },
})
const withdrawn = (version: number, noteNo: number, seq = noteNo - 100): HubEvent => ({
  name: 'note:withdrawn',
  payload: { hubNo: HUB, version, noteNo, seq, reason: 'cancelled' },
})
const changed = (
  version: number,
  noteNo: number,
  noteVersion: number,
  lastUpdate = '2026-02-02T00:00:00.000Z',
): HubEvent => ({
  name: 'note:changed',
  payload: {
    hubNo: HUB,
    version,
    noteNo,
    articleTitle: '새 제목',
    excerpt: '새 글',
    lastUpdate,
    noteVersion,
  },
})
const members = (version: number): HubEvent => ({
  name: 'members:changed',
  payload: { hubNo: HUB, version, participants: [] },
})
const seqs = (page: DiscussionPage) => page.notes.map(({ seq }) => seq)

test('a share comes on top and is counted', () => {
  const { page, lacks } = settle(pageWith([2, 1]), [shared(11, 3)])
  expect(seqs(page)).toEqual([3, 2, 1])
  expect(page).toMatchObject({ total: 3, version: 11 })
  expect(lacks).toBeNull()
})

test('the same event twice changes nothing', () => {
  const once = settle(pageWith([1]), [shared(11, 2)]).page
  expect(settle(once, [shared(11, 2)]).page).toBe(once)
  expect(settle(pageWith([1]), [shared(11, 2), shared(11, 2)]).page).toEqual(once)
})

test('a late event is ignored', () => {
  const page = pageWith([2, 1])
  expect(settle(page, [withdrawn(10, 101), shared(9, 3)])).toEqual({ page, lacks: null })
})

test('an event that the answer already contains, though its version is lower, is not counted again', () => {
  const { page } = settle(pageWith([3, 2, 1], { version: 10 }), [shared(11, 3)])
  expect(page).toMatchObject({ total: 3, version: 11 })
  expect(seqs(page)).toEqual([3, 2, 1])
})

test('nor is it on a later page, where it cannot be seen', () => {
  const second = pageWith([9, 8], { total: 20, page: 2, lastSeq: 20 })
  expect(settle(second, [shared(11, 20), shared(12, 21)]).page.total).toBe(21)
})

test('one share that is told by two versions is counted once, on a later page, too', () => {
  const twice = [shared(11, 3), shared(12, 3)]
  expect(settle(pageWith([2, 1]), twice).page).toMatchObject({ total: 3, version: 12 })
  expect(settle(pageWith([2], { total: 11, page: 2 }), twice).page.total).toBe(12)
})

test('an answer that has a note’s new share already is not touched by the end of the earlier one', () => {
  const again = { ...item(3), noteNo: 101 }
  const answer = { ...pageWith([3, 2]), notes: [again, item(2)] }
  const told = shared(12, 3)
  if (told.name === 'note:shared') told.payload.note.noteNo = 101
  const { page, lacks } = settle(answer, [withdrawn(11, 101), told])
  expect(seqs(page)).toEqual([3, 2])
  expect(page).toMatchObject({ total: 2, version: 12 })
  expect(lacks).toBeNull()
})

test('an answer that counted a share which ended before its page was read is asked for again', () => {
  const answer = pageWith([2, 1], { total: 3, lastSeq: 3 })
  expect(settle(answer, [shared(11, 3), withdrawn(12, 103)]).lacks).toBe('answer')
})

test('events that came before the answer are caught up with in their order', () => {
  const early = [withdrawn(12, 103), shared(11, 3), shared(10, 2)]
  const { page, lacks } = settle(pageWith([2, 1]), early)
  expect(seqs(page)).toEqual([2, 1])
  expect(page.version).toBe(12)
  expect(lacks).toBeNull()
})

test('a gap stops at what is missing and asks for it; the missing one mends it', () => {
  const gap = settle(pageWith([1]), [shared(13, 4), shared(11, 2)])
  expect(seqs(gap.page)).toEqual([2, 1])
  expect(gap.lacks).toBe('event')
  const repaired = settle(gap.page, [shared(13, 4), shared(12, 3), shared(11, 2)])
  expect(seqs(repaired.page)).toEqual([4, 3, 2, 1])
  expect(repaired.lacks).toBeNull()
})

test('a change of members is no gap, but who came may have opened notes before', () => {
  const { page, lacks } = settle(pageWith([1]), [members(11), shared(12, 2)])
  expect(seqs(page)).toEqual([2, 1])
  expect(lacks).toBe('answer')
})

test('a withdrawn note goes at once; a page that is whole needs nothing more', () => {
  const { page, lacks } = settle(pageWith([2, 1]), [withdrawn(11, 102)])
  expect(seqs(page)).toEqual([1])
  expect(page.total).toBe(1)
  expect(lacks).toBeNull()
})

test('a full page that loses a note wants the next one from the following page', () => {
  const full = pageWith([20, 19, 18, 17, 16, 15, 14, 13, 12], { total: 10 })
  const { page, lacks } = settle(full, [withdrawn(11, 120)])
  expect(page.pageIndex.lastPageNum).toBe(1)
  expect(lacks).toBe('answer')
})

test('a page with notes in reserve fills itself', () => {
  const full = pageWith([20, 19, 18, 17, 16, 15, 14, 13, 12], { total: 20 })
  const { page, lacks } = settle(full, [shared(11, 21), withdrawn(12, 120)])
  expect(seqs(page)).toEqual([21, 19, 18, 17, 16, 15, 14, 13, 12])
  expect(lacks).toBeNull()
})

test('a note withdrawn from another page changes the count that only the server knows', () => {
  const { page, lacks } = settle(pageWith([2, 1], { total: 11, page: 2 }), [withdrawn(11, 150)])
  expect(page.total).toBe(11)
  expect(lacks).toBe('answer')
})

test('shared, withdrawn and shared again: it stands once, at its new place', () => {
  const { page } = settle(pageWith([2, 1]), [withdrawn(11, 101), shared(12, 3)])
  expect(seqs(page)).toEqual([3, 2])
})

test('a new title shows once, and an older version of the note never again', () => {
  const { page } = settle(pageWith([1]), [changed(11, 101, 3)])
  expect(page.notes[0]).toMatchObject({
    articleTitle: '새 제목',
    excerpt: '새 글',
    edited: true,
    noteVersion: 3,
  })
  const late = settle(page, [changed(12, 101, 2)]).page
  expect(late.notes[0]?.noteVersion).toBe(3)
})

test('a change from before the share, told after it, is no mark that the note was edited', () => {
  const { page } = settle(pageWith([1]), [changed(11, 101, 3, note(1).sharedAt)])
  expect(page.notes[0]).toMatchObject({ articleTitle: '새 제목', edited: false })
})

test('a later page keeps its notes, grows the index and counts what others shared', () => {
  const second = pageWith([9, 8, 7, 6, 5, 4, 3, 2, 1], { total: 18, page: 2 })
  const { page } = settle(second, [shared(11, 30), shared(12, 31, ME)])
  expect(seqs(page)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(page.pageIndex).toMatchObject({ curPageNum: 2, lastPageNum: 3 })
  expect(page.arrivals).toBe(1)
})

test('what others shared is counted on a later page even if an answer came between and has it already', () => {
  const answer = pageWith([9, 8, 7], { version: 13, total: 20, page: 2 })
  const received = [shared(11, 30), shared(12, 31), withdrawn(13, 130)]
  expect(settle(answer, received).page.arrivals).toBe(1)
})

test('of a text that is told without its beginning that is asked for', () => {
  const told = changed(11, 101, 3)
  if (told.name === 'note:changed') delete told.payload.excerpt
  expect(settle(pageWith([1]), [told]).lacks).toBe('answer')
})

const posted = (version: number, noteNo: number, count: number, writerNo = FRIEND): HubEvent => ({
  name: 'comment:posted',
  payload: {
    hubNo: HUB,
    version,
    noteNo,
    count,
    comment: {
      commentNo: 50 + version,
      text: '한마디',
      writer: '박서준',
      writerNo,
      profPic: '',
      postedAt: '2026-01-01T00:00:00.000Z',
      edited: false,
      requestKey: 'key',
    },
  },
})
type Last = ServerEventPayload<'comment:deleted'>['last']
const deleted = (version: number, noteNo: number, count: number, last: Last = null): HubEvent => ({
  name: 'comment:deleted',
  payload: { hubNo: HUB, version, noteNo, count, commentNo: 61, last },
})

test('a card counts comments; only others’ are new, until they are read', () => {
  const mine = settle(pageWith([2, 1]), [posted(11, 101, 1, ME)]).page
  expect(mine.notes[1]).toMatchObject({ commentCount: 1, hasNewComments: false })
  const { page } = settle(mine, [posted(11, 101, 1, ME), posted(12, 101, 2), posted(12, 101, 2)])
  expect(page.notes[1]).toMatchObject({ commentCount: 2, hasNewComments: true })
  expect(page.notes[0]).toMatchObject({ commentCount: 0, hasNewComments: false })
  expect(withThreadRead(page, 101).notes[1]).toMatchObject({ commentCount: 2, hasNewComments: false })
})

test('a thread that is empty again has nothing new', () => {
  const { page } = settle(pageWith([1]), [posted(11, 101, 1), deleted(12, 101, 0)])
  expect(page.notes[0]).toMatchObject({ commentCount: 0, hasNewComments: false })
})

test('whether anything is new after a comment is taken back, only the server knows', () => {
  const received = [posted(11, 101, 2), deleted(12, 101, 1)]
  expect(settle(pageWith([1]), received).lacks).toBe('answer')
  expect(settle(pageWith([1]), [deleted(11, 101, 1)]).lacks).toBeNull()
})

const lineOf = ({ notes }: DiscussionPage) => notes[0]?.lastComment?.line

test('a card tells the newest comment, also of two that are told the wrong way round', () => {
  const [first, second] = [posted(12, 101, 1), posted(11, 101, 2)]
  if (second.name === 'comment:posted')
    second.payload.comment = { ...second.payload.comment, commentNo: 99, text: '나중 말\n둘째 줄' }
  expect(lineOf(settle(pageWith([1]), [first, second]).page)).toBe('나중 말')
})

test('it tells the comment as it says now, and what is left once it is deleted', () => {
  const { page } = settle(pageWith([1]), [posted(11, 101, 2, ME)])
  const edited = posted(12, 101, 2, ME)
  if (edited.name !== 'comment:posted') return
  const { noteNo, comment } = edited.payload
  const rewritten = { ...comment, commentNo: 61, text: '고친 말' }
  const event: HubEvent = {
    name: 'comment:changed',
    payload: { hubNo: HUB, version: 12, noteNo, comment: rewritten },
  }
  expect(lineOf(settle(page, [event]).page)).toBe('고친 말')
  const other: HubEvent = {
    name: 'comment:changed',
    payload: { hubNo: HUB, version: 12, noteNo, comment: { ...rewritten, commentNo: 60 } },
  }
  expect(lineOf(settle(page, [other]).page)).toBe('한마디')
  const left = { commentNo: 60, writer: '박서준', writerNo: FRIEND, line: '먼저 한 말' }
  expect(lineOf(settle(page, [deleted(12, 101, 1, left)]).page)).toBe('먼저 한 말')
})

test('what is left is asked for where a deletion does not tell it', () => {
  const { page } = settle(pageWith([1]), [posted(11, 101, 2, ME)])
  const untold = deleted(12, 101, 1)
  if (untold.name === 'comment:deleted') delete untold.payload.last
  expect(settle(page, [untold]).lacks).toBe('answer')
})

test('readers and those who empathize are told whole', () => {
  const { page } = settle(pageWith([2, 1]), [
    {
      name: 'readers:changed',
      payload: { hubNo: HUB, version: 11, readings: [{ noteNo: 101, readerNos: [2, 3] }] },
    },
    {
      name: 'empathy:changed',
      payload: { hubNo: HUB, version: 12, noteNo: 101, empathy: { commentNo: 0, userNos: [3] } },
    },
  ])
  expect(page.notes[1]).toMatchObject({ readerNos: [2, 3], empathyNos: [3], empathyCount: 1 })
  expect(page.notes[0]?.readerNos).toBeUndefined()
})

const pinnedAt = (version: number, pinned: SharedNoteView | null): HubEvent => ({
  name: 'note:pinned',
  payload: { hubNo: HUB, version, pinned },
})

test('a pin stands on every page, bears the newest title, and goes with its share', () => {
  const second = pageWith([2, 1], { total: 20, page: 2 })
  const { page } = settle(second, [pinnedAt(11, note(9)), changed(12, 109, 3)])
  expect(page.pinned).toMatchObject({ noteNo: 109, noteVersion: 3 })
  expect(settle(page, [withdrawn(13, 108)]).page.pinned).not.toBeNull()
  expect(settle(page, [withdrawn(13, 109)]).page.pinned).toBeNull()
  expect(settle(page, [pinnedAt(13, null)]).page.pinned).toBeNull()
})
