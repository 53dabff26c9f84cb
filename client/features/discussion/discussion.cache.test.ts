import { expect, test } from 'vitest'
import { applyEvents } from '#client/live/livePage.ts'
import type { SharedNoteItem, SharedNoteView } from '#protocol/discussion.ts'
import type { HubEvent, ServerEventPayload } from '#protocol/events.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { type DiscussionPage, discussionRules, withThreadRead } from './discussion.cache.ts'

const ME = 1
const FRIEND = 2
const HUB = 4

const apply = (page: DiscussionPage, events: HubEvent[]) => applyEvents(discussionRules(ME), page, events)

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

test('puts a new share on top and counts it, and ignores duplicate and outdated events', () => {
  const { page: updated, missing } = apply(pageWith([2, 1]), [shared(11, 3)])
  expect(seqs(updated)).toEqual([3, 2, 1])
  expect(updated).toMatchObject({ total: 3, version: 11 })
  expect(missing).toBeNull()
  const once = apply(pageWith([1]), [shared(11, 2)]).page
  expect(apply(once, [shared(11, 2)]).page).toBe(once)
  expect(apply(pageWith([1]), [shared(11, 2), shared(11, 2)]).page).toEqual(once)
  const page = pageWith([2, 1])
  expect(apply(page, [withdrawn(10, 101), shared(9, 3)])).toEqual({ page, missing: null })
})

test('counts a share once that the response already contains or that has two versions, also on a later page', () => {
  const { page } = apply(pageWith([3, 2, 1], { version: 10 }), [shared(11, 3)])
  expect(page).toMatchObject({ total: 3, version: 11 })
  expect(seqs(page)).toEqual([3, 2, 1])
  const second = pageWith([9, 8], { total: 20, page: 2, lastSeq: 20 })
  expect(apply(second, [shared(11, 20), shared(12, 21)]).page.total).toBe(21)
  const twice = [shared(11, 3), shared(12, 3)]
  expect(apply(pageWith([2, 1]), twice).page).toMatchObject({ total: 3, version: 12 })
  expect(apply(pageWith([2], { total: 11, page: 2 }), twice).page.total).toBe(12)
})

test('keeps a new share when the end of the earlier one arrives late', () => {
  const again = { ...item(3), noteNo: 101 }
  const answer = { ...pageWith([3, 2]), notes: [again, item(2)] }
  const event = shared(12, 3)
  if (event.name === 'note:shared') event.payload.note.noteNo = 101
  const { page, missing } = apply(answer, [withdrawn(11, 101), event])
  expect(seqs(page)).toEqual([3, 2])
  expect(page).toMatchObject({ total: 2, version: 12 })
  expect(missing).toBeNull()
})

test('asks for a refetch if members changed or if a counted share ended before the page was read', () => {
  const answer = pageWith([2, 1], { total: 3, lastSeq: 3 })
  expect(apply(answer, [shared(11, 3), withdrawn(12, 103)]).missing).toBe('refetch')
  const changedRoom = apply(pageWith([1]), [members(11), shared(12, 2)])
  expect(changedRoom.missing).toBe('refetch')
  expect(seqs(changedRoom.page)).toEqual([2, 1])
})

test('applies buffered events in version order', () => {
  const early = [withdrawn(12, 103), shared(11, 3), shared(10, 2)]
  const { page, missing } = apply(pageWith([2, 1]), early)
  expect(seqs(page)).toEqual([2, 1])
  expect(page.version).toBe(12)
  expect(missing).toBeNull()
})

test('stops at a missing event, and applies the rest once it arrives', () => {
  const gap = apply(pageWith([1]), [shared(13, 4), shared(11, 2)])
  expect(seqs(gap.page)).toEqual([2, 1])
  expect(gap.missing).toBe('event')
  const repaired = apply(gap.page, [shared(13, 4), shared(12, 3), shared(11, 2)])
  expect(seqs(repaired.page)).toEqual([4, 3, 2, 1])
  expect(repaired.missing).toBeNull()
})

test('removes a withdrawn note, without a refetch if the page is complete', () => {
  const { page, missing } = apply(pageWith([2, 1]), [withdrawn(11, 102)])
  expect(seqs(page)).toEqual([1])
  expect(page.total).toBe(1)
  expect(missing).toBeNull()
  expect(seqs(apply(page, [shared(12, 3)]).page), 'shared again').toEqual([3, 1])
})

test('asks for a refetch if a full page loses a note, or another page does', () => {
  const full = apply(pageWith([20, 19, 18, 17, 16, 15, 14, 13, 12], { total: 10 }), [withdrawn(11, 120)])
  expect(full).toMatchObject({ missing: 'refetch', page: { pageIndex: { lastPageNum: 1 } } })
  const other = apply(pageWith([2, 1], { total: 11, page: 2 }), [withdrawn(11, 150)])
  expect(other).toMatchObject({ missing: 'refetch', page: { total: 11 } })
})

test('fills a page from its reserve', () => {
  const full = pageWith([20, 19, 18, 17, 16, 15, 14, 13, 12], { total: 20 })
  const { page, missing } = apply(full, [shared(11, 21), withdrawn(12, 120)])
  expect(seqs(page)).toEqual([21, 19, 18, 17, 16, 15, 14, 13, 12])
  expect(missing).toBeNull()
})

test('applies a newer version of a note, and marks it as edited if it changed after the share', () => {
  const { page } = apply(pageWith([1]), [changed(11, 101, 3)])
  expect(page.notes[0]).toMatchObject({
    articleTitle: '새 제목',
    excerpt: '새 글',
    edited: true,
    noteVersion: 3,
  })
  const late = apply(page, [changed(12, 101, 2)]).page
  expect(late.notes[0]?.noteVersion).toBe(3)
  const early = apply(pageWith([1]), [changed(11, 101, 3, note(1).sharedAt)]).page
  expect(early.notes[0]).toMatchObject({ articleTitle: '새 제목', edited: false })
})

test('keeps the notes of a later page and counts new shares of others', () => {
  const second = pageWith([9, 8, 7, 6, 5, 4, 3, 2, 1], { total: 18, page: 2 })
  const { page } = apply(second, [shared(11, 30), shared(12, 31, ME)])
  expect(seqs(page)).toEqual([9, 8, 7, 6, 5, 4, 3, 2, 1])
  expect(page.pageIndex).toMatchObject({ curPageNum: 2, lastPageNum: 3 })
  expect(page.arrivals).toBe(1)
  // The response already contains these shares.
  const answer = pageWith([9, 8, 7], { version: 13, total: 20, page: 2 })
  const received = [shared(11, 30), shared(12, 31), withdrawn(13, 130)]
  expect(apply(answer, received).page.arrivals).toBe(1)
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

test('marks comments of others as new until they are read', () => {
  const mine = apply(pageWith([2, 1]), [posted(11, 101, 1, ME)]).page
  expect(mine.notes[1]).toMatchObject({ commentCount: 1, hasNewComments: false })
  const { page } = apply(mine, [posted(11, 101, 1, ME), posted(12, 101, 2), posted(12, 101, 2)])
  expect(page.notes[1]).toMatchObject({ commentCount: 2, hasNewComments: true })
  expect(page.notes[0]).toMatchObject({ commentCount: 0, hasNewComments: false })
  expect(withThreadRead(page, 101).notes[1]).toMatchObject({ commentCount: 2, hasNewComments: false })
  const emptied = apply(page, [deleted(13, 101, 0)]).page
  expect(emptied.notes[1]).toMatchObject({ commentCount: 0, hasNewComments: false })
})

test('asks for a refetch when a new comment is deleted, or when an event leaves something out', () => {
  const received = [posted(11, 101, 2), deleted(12, 101, 1)]
  expect(apply(pageWith([1]), received).missing).toBe('refetch')
  expect(apply(pageWith([1]), [deleted(11, 101, 1)]).missing).toBeNull()
  const { page } = apply(pageWith([1]), [posted(11, 101, 2, ME)])
  const withoutLast = deleted(12, 101, 1)
  if (withoutLast.name === 'comment:deleted') delete withoutLast.payload.last
  expect(apply(page, [withoutLast]).missing).toBe('refetch')
  const withoutExcerpt = changed(11, 101, 3)
  if (withoutExcerpt.name === 'note:changed') delete withoutExcerpt.payload.excerpt
  expect(apply(pageWith([1]), [withoutExcerpt]).missing).toBe('refetch')
})

const lineOf = ({ notes }: DiscussionPage) => notes[0]?.lastComment?.line

test('shows the newest comment, in whatever order the events arrive', () => {
  const [first, second] = [posted(12, 101, 1), posted(11, 101, 2)]
  if (second.name === 'comment:posted')
    second.payload.comment = { ...second.payload.comment, commentNo: 99, text: '나중 말\n둘째 줄' }
  expect(lineOf(apply(pageWith([1]), [first, second]).page)).toBe('나중 말')
})

test('updates the last comment when it is changed or deleted', () => {
  const { page } = apply(pageWith([1]), [posted(11, 101, 2, ME)])
  const edited = posted(12, 101, 2, ME)
  if (edited.name !== 'comment:posted') throw new Error('another event')
  const { noteNo, comment } = edited.payload
  const rewritten = (commentNo: number): HubEvent => ({
    name: 'comment:changed',
    payload: { hubNo: HUB, version: 12, noteNo, comment: { ...comment, commentNo, text: '고친 말' } },
  })
  expect(lineOf(apply(page, [rewritten(61)]).page)).toBe('고친 말')
  expect(lineOf(apply(page, [rewritten(60)]).page)).toBe('한마디')
  const left = { commentNo: 60, writer: '박서준', writerNo: FRIEND, line: '먼저 한 말' }
  expect(lineOf(apply(page, [deleted(12, 101, 1, left)]).page)).toBe('먼저 한 말')
})

const passage = { exact: '강가', prefix: '', suffix: '', start: 0, end: 2, noteVersion: 1 }
function postedOn(version: number, commentNo: number, passageCount: number): HubEvent {
  const event = posted(version, 101, 1)
  if (event.name !== 'comment:posted') return event
  const { payload } = event
  return {
    ...event,
    payload: { ...payload, comment: { ...payload.comment, commentNo, passage }, passageCount },
  }
}
const passageOf = ({ notes }: DiscussionPage) => notes[0]?.lastComment?.passage

test('shows the passage of the newest comment and its number of comments, and keeps them when it is edited', () => {
  const { page, missing } = apply(pageWith([1]), [postedOn(11, 60, 1), postedOn(12, 61, 2)])
  expect([passageOf(page), missing]).toEqual([{ exact: '강가', count: 2 }, null])
  const edited = postedOn(13, 61, 2)
  if (edited.name !== 'comment:posted') throw new Error('another event')
  const { passageCount: _, count: __, ...payload } = edited.payload
  expect(passageOf(apply(page, [{ name: 'comment:changed', payload }]).page)).toEqual(passageOf(page))
  expect(passageOf(apply(page, [posted(13, 101, 3)]).page)).toBeUndefined()
})

test('refetches if an earlier comment on a passage arrives after the newest one', () => {
  const { page, missing } = apply(pageWith([1]), [postedOn(11, 61, 1), postedOn(12, 60, 2)])
  expect([page.notes[0]?.lastComment?.commentNo, missing]).toEqual([61, 'refetch'])
  expect(apply(pageWith([1]), [posted(11, 101, 1), postedOn(12, 60, 1)]).missing).toBeNull()
})

test('replaces readers and reactions as a whole', () => {
  const { page } = apply(pageWith([2, 1]), [
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

test('shows the pinned note on every page, with its newest title, until it is withdrawn', () => {
  const second = pageWith([2, 1], { total: 20, page: 2 })
  const { page } = apply(second, [pinnedAt(11, note(9)), changed(12, 109, 3)])
  expect(page.pinned).toMatchObject({ noteNo: 109, noteVersion: 3 })
  expect(apply(page, [withdrawn(13, 108)]).page.pinned).not.toBeNull()
  expect(apply(page, [withdrawn(13, 109)]).page.pinned).toBeNull()
  expect(apply(page, [pinnedAt(13, null)]).page.pinned).toBeNull()
})
