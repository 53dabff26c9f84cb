import { expect, test } from 'vitest'
import { withEvents } from '#client/live/versions.ts'
import type { CommentView } from '#protocol/comments.ts'
import type { HubEvent } from '#protocol/events.ts'
import {
  commentsOfOthers,
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

const settle = (thread: Thread, events: HubEvent[]) => withEvents(threadRules(NOTE), thread, events)

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

test('what is posted, changed and deleted shows in the order of the hub, however it arrives', () => {
  const events = [deleted(13, 1, 1), changed(12, 3, '고침'), posted(11, 3, 2)]
  const { page: thread, lacks } = settle(threadWith(1), events)
  expect(thread.comments).toMatchObject([{ commentNo: 3, text: '고침', edited: true }])
  expect(thread).toMatchObject({ version: 13, count: 1 })
  expect(lacks).toBeNull()
})

test('the same event twice changes nothing, and a late one neither', () => {
  const once = settle(threadWith(1), [posted(11, 2, 2)]).page
  expect(settle(once, [posted(11, 2, 2)]).page).toBe(once)
  const thread = threadWith(1)
  expect(settle(thread, [deleted(9, 1, 0)])).toEqual({ page: thread, lacks: null })
})

test('an event before the answer that contains it is not counted again', () => {
  const { page: thread } = settle(threadWith(1, 2), [posted(11, 2, 2)])
  expect(numbersOf(thread)).toEqual([1, 2])
  expect(thread.count).toBe(2)
})

test('one’s own comment shows once, whether the answer or the event comes first', () => {
  const answered = withPosted(threadWith(1), comment(2))
  expect(settle(answered, [posted(11, 2, 2)]).page).toMatchObject({ count: 2 })
  const told = settle(threadWith(1), [posted(11, 2, 2)]).page
  expect(withPosted(told, comment(2))).toBe(told)
})

test('a gap stops at what is missing and asks for it; the missing one mends it', () => {
  const gap = settle(threadWith(1), [posted(12, 3, 3)])
  expect(gap).toEqual({ page: threadWith(1), lacks: 'event' })
  const repaired = settle(gap.page, [posted(12, 3, 3), posted(11, 2, 2)])
  expect(numbersOf(repaired.page)).toEqual([1, 2, 3])
})

test('what happens to other notes of the hub is no gap and no change', () => {
  const { page: thread, lacks } = settle(threadWith(1), [posted(11, 2, 1, 99), withdrawn(12, 99)])
  expect(thread).toEqual({ ...threadWith(1), version: 12 })
  expect(lacks).toBeNull()
})

test('a note that leaves the hub has its thread asked for again', () => {
  expect(settle(threadWith(1), [withdrawn(11, NOTE)]).lacks).toBe('answer')
})

test('older comments come before those that are shown, once', () => {
  const answer = { success: true as const, ...threadWith(1, 2, 3), hasOlder: true }
  const thread = withOlder({ ...threadWith(3, 4), count: 4, hasOlder: true }, answer)
  expect(numbersOf(thread)).toEqual([1, 2, 3, 4])
  expect(thread).toMatchObject({ count: 4, hasOlder: true })
})

test('reading is told by what others said and was seen', () => {
  const thread = { ...threadWith(1, 2), comments: [comment(1), comment(2), comment(3, '나', ME)] }
  expect(newestSeenOfOthers(thread, ME, 3)).toBe(2)
  expect(newestSeenOfOthers(thread, ME, 1)).toBe(1)
  expect(newestSeenOfOthers(threadWith(), ME, 3)).toBe(0)
})

test('what waits is what others said after what was seen, as far as it was looked at', () => {
  const thread = { comments: [comment(1), comment(2), comment(3, '나', ME), comment(4), comment(5)] }
  const waiting = commentsOfOthers(thread, ME, { after: 1, upTo: 4 })
  expect(waiting.map(({ commentNo }) => commentNo)).toEqual([2, 4])
})

test('an answer that comes after its comment was deleted does not bring it back', () => {
  const told = settle(threadWith(1), [posted(11, 2, 2), deleted(12, 2, 1)]).page
  expect(withPosted(told, comment(2))).toBe(told)
  expect(withDeleted(told, 2)).toBe(told)
  const early = withDeleted(threadWith(1), 2)
  expect(early.count).toBe(1)
  expect(withPosted(early, comment(2))).toBe(early)
})

test('a comment from further back than the thread is shown is not put on top of it', () => {
  const page = { ...threadWith(60, 61), hasOlder: true }
  expect(withPosted(page, comment(12))).toBe(page)
  expect(withPosted(page, comment(62)).comments).toHaveLength(3)
  const whole = { ...page, hasOlder: false }
  expect(withPosted(whole, comment(12)).comments[0]).toEqual(comment(12))
})

test('answers show what the comment says that they answer, until it is gone', () => {
  const replyTo = { commentNo: 1, quote: { writer: '박서준', writerNo: 2, line: '댓글 1' } }
  const thread = { ...threadWith(1), comments: [comment(1), { ...comment(2), replyTo }] }
  const edited = settle(thread, [changed(11, 1, '고침\n둘째 줄')]).page
  expect(edited.comments[1]?.replyTo).toEqual({ commentNo: 1, quote: { ...replyTo.quote, line: '고침' } })
  const gone = settle(edited, [deleted(12, 1, 1)]).page
  expect(gone.comments[0]?.replyTo).toEqual({ commentNo: 1, quote: null })
})

test('the late answer to one’s own edit changes what was edited, and nothing that was told since', () => {
  const replyTo = { commentNo: 1, quote: null }
  const thread = { ...threadWith(2), comments: [{ ...comment(2), replyTo }] }
  const late = { ...comment(2, '고침'), edited: true }
  expect(withOwnEdit(thread, late).comments).toEqual([{ ...late, replyTo }])
  expect(withOwnEdit(thread, comment(9))).toBe(thread)
})

test('who empathizes is what was told last, of comments further back as well', () => {
  const told = (version: number, commentNo: number, ...userNos: number[]): HubEvent => ({
    name: 'empathy:changed',
    payload: { hubNo: HUB, version, noteNo: NOTE, empathy: { commentNo, userNos } },
  })
  const thread = { ...threadWith(3), hasOlder: true }
  const { page } = settle(thread, [told(12, 1), told(11, 1, 7), told(13, 3, 7, 8)])
  const answer = { ...threadWith(1), success: true as const, empathies: [{ commentNo: 1, userNos: [7] }] }
  expect(withOlder(page, answer).empathies).toEqual([
    { commentNo: 1, userNos: [] },
    { commentNo: 3, userNos: [7, 8] },
  ])
})
