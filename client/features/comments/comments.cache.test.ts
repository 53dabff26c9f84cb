import { expect, test } from 'vitest'
import { applyEvents } from '#client/live/livePage.ts'
import type { CommentView } from '#protocol/comments.ts'
import type { HubEvent } from '#protocol/events.ts'
import {
  commentsOfOthers,
  isFollowUp,
  newestSeenOfOthers,
  type Thread,
  threadRules,
  withDeleted,
  withOlder,
  withOwnEdit,
  withPosted,
} from './comments.cache.ts'

const HUB = 4
const NOTE = 12
const ME = 1

const apply = (thread: Thread, events: HubEvent[]) => applyEvents(threadRules(NOTE), thread, events)

const comment = (commentNo: number, text = `댓글 ${commentNo}`, writerNo = 2): CommentView => ({
  commentNo,
  text,
  writer: '박서준',
  writerNo,
  profPic: '',
  postedAt: '2026-01-01T00:00:00.000Z',
  edited: false,
  requestKey: String(commentNo),
})
const threadWith = (...numbers: number[]): Thread => ({
  version: 10,
  count: numbers.length,
  comments: numbers.map(no => comment(no)),
  hasOlder: false,
})
const posted = (version: number, commentNo: number, count: number, noteNo = NOTE): HubEvent => ({
  name: 'comment:posted',
  payload: { hubNo: HUB, version, noteNo, count, comment: comment(commentNo) },
})
const changed = (version: number, commentNo: number, text: string): HubEvent => ({
  name: 'comment:changed',
  payload: { hubNo: HUB, version, noteNo: NOTE, comment: { ...comment(commentNo, text), edited: true } },
})
const deleted = (version: number, commentNo: number, count: number): HubEvent => ({
  name: 'comment:deleted',
  payload: { hubNo: HUB, version, noteNo: NOTE, commentNo, count },
})
const withdrawn = (version: number, noteNo: number): HubEvent => ({
  name: 'note:withdrawn',
  payload: { hubNo: HUB, version, noteNo, seq: 1, reason: 'cancelled' },
})
const numbersOf = ({ comments }: Thread) => comments.map(({ commentNo }) => commentNo)

test('applies posted, changed and deleted comments in version order, in whatever order the events arrive', () => {
  const events = [deleted(13, 1, 1), changed(12, 3, '고침'), posted(11, 3, 2)]
  const { page: thread, missing } = apply(threadWith(1), events)
  expect(thread.comments).toMatchObject([{ commentNo: 3, text: '고침', edited: true }])
  expect(thread).toMatchObject({ version: 13, count: 1 })
  expect(missing).toBeNull()
})

test('shows and counts a comment once, whether the response or the event comes first', () => {
  const fromResponse = withPosted(threadWith(1), comment(2))
  expect(apply(fromResponse, [posted(11, 2, 2)]).page).toMatchObject({ count: 2 })
  const updated = apply(threadWith(1), [posted(11, 2, 2)]).page
  expect(withPosted(updated, comment(2))).toBe(updated)
  const { page: refetched } = apply(threadWith(1, 2), [posted(11, 2, 2)])
  expect(numbersOf(refetched)).toEqual([1, 2])
  expect(refetched.count).toBe(2)
})

test('asks for a refetch when the note leaves the hub, and only advances the version on events of other notes', () => {
  const { page: thread, missing } = apply(threadWith(1), [posted(11, 2, 1, 99), withdrawn(12, 99)])
  expect(thread).toEqual({ ...threadWith(1), version: 12 })
  expect(missing).toBeNull()
  expect(apply(threadWith(1), [withdrawn(11, NOTE)]).missing).toBe('refetch')
})

test('prepends older comments once', () => {
  const answer = { success: true as const, ...threadWith(1, 2, 3), hasOlder: true }
  const thread = withOlder({ ...threadWith(3, 4), count: 4, hasOlder: true }, answer)
  expect(numbersOf(thread)).toEqual([1, 2, 3, 4])
  expect(thread).toMatchObject({ count: 4, hasOlder: true })
})

test('marks as read the newest seen comment of another member, and finds those of others within a range', () => {
  const thread = { ...threadWith(1, 2), comments: [comment(1), comment(2), comment(3, '나', ME)] }
  expect(newestSeenOfOthers(thread, ME, 3)).toBe(2)
  expect(newestSeenOfOthers(thread, ME, 1)).toBe(1)
  expect(newestSeenOfOthers(threadWith(), ME, 3)).toBe(0)
  const longer = { comments: [...thread.comments, comment(4), comment(5)] }
  const waiting = commentsOfOthers(longer, ME, { after: 1, upTo: 4 })
  expect(waiting.map(({ commentNo }) => commentNo)).toEqual([2, 4])
})

test('does not restore a deleted comment from a late response', () => {
  const updated = apply(threadWith(1), [posted(11, 2, 2), deleted(12, 2, 1)]).page
  expect(withPosted(updated, comment(2))).toBe(updated)
  expect(withDeleted(updated, 2)).toBe(updated)
  const early = withDeleted(threadWith(1), 2)
  expect(early.count).toBe(1)
  expect(withPosted(early, comment(2))).toBe(early)
})

test('ignores a comment older than the loaded part of the thread', () => {
  const page = { ...threadWith(60, 61), hasOlder: true }
  expect(withPosted(page, comment(12))).toBe(page)
  expect(withPosted(page, comment(62)).comments).toHaveLength(3)
  const whole = { ...page, hasOlder: false }
  expect(withPosted(whole, comment(12)).comments[0]).toEqual(comment(12))
})

test('updates quotes in replies when the quoted comment is changed or deleted', () => {
  const replyTo = { commentNo: 1, quote: { writer: '박서준', writerNo: 2, line: '댓글 1' } }
  const thread = { ...threadWith(1), comments: [comment(1), { ...comment(2), replyTo }] }
  const edited = apply(thread, [changed(11, 1, '고침\n둘째 줄')]).page
  expect(edited.comments[1]?.replyTo).toEqual({ commentNo: 1, quote: { ...replyTo.quote, line: '고침' } })
  const gone = apply(edited, [deleted(12, 1, 1)]).page
  expect(gone.comments[0]?.replyTo).toEqual({ commentNo: 1, quote: null })
})

test('applies a late edit response to the text only', () => {
  const replyTo = { commentNo: 1, quote: null }
  const thread = { ...threadWith(2), comments: [{ ...comment(2), replyTo }] }
  const late = { ...comment(2, '고침'), edited: true }
  expect(withOwnEdit(thread, late).comments).toEqual([{ ...late, replyTo }])
  expect(withOwnEdit(thread, comment(9))).toBe(thread)
})

test('keeps the latest reactions, also for comments that are not loaded', () => {
  const updated = (version: number, commentNo: number, ...userNos: number[]): HubEvent => ({
    name: 'empathy:changed',
    payload: { hubNo: HUB, version, noteNo: NOTE, empathy: { commentNo, userNos } },
  })
  const thread = { ...threadWith(3), hasOlder: true }
  const { page } = apply(thread, [updated(12, 1), updated(11, 1, 7), updated(13, 3, 7, 8)])
  const answer = { ...threadWith(1), success: true as const, empathies: [{ commentNo: 1, userNos: [7] }] }
  expect(withOlder(page, answer).empathies).toEqual([
    { commentNo: 1, userNos: [] },
    { commentNo: 3, userNos: [7, 8] },
  ])
})

const said = (postedAt: string, writerNo = 1) => ({ writerNo, postedAt: `2026-11-24T${postedAt}Z` })
const first = said('10:00:30')

test.each([
  ['within a minute', first, said('10:01:29'), true],
  ['after a minute', first, said('10:01:30'), false],
  ['without a comment before', undefined, first, false],
  ['by another writer', first, said('10:00:31', 2), false],
  ['with a quote', first, { ...said('10:00:31'), replyTo: { commentNo: 7, quote: null } }, false],
  ['after midnight in Seoul', said('14:59:50'), said('15:00:10'), false],
])('groups comments of one writer and minute: %s', (_, before, after, continues) => {
  expect(isFollowUp(before, after)).toBe(continues)
})
