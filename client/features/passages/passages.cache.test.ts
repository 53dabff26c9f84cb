import { expect, test } from 'vitest'
import { applyEvents } from '#client/live/livePage.ts'
import type { CommentView } from '#protocol/comments.ts'
import type { HubEvent } from '#protocol/events.ts'
import { type HighlightView, PASSAGE_COMMENTS_MAX, type Passage } from '#protocol/passages.ts'
import {
  type Passages,
  passageRules,
  withComment,
  withHighlight,
  withoutHighlight,
} from './passages.cache.ts'

const HUB = 4
const NOTE = 12

const apply = (passages: Passages, events: HubEvent[]) => applyEvents(passageRules(NOTE), passages, events)

const passage: Passage = { exact: '강가', prefix: '', suffix: '', start: 0, end: 2, noteVersion: 1 }
const mark = (highlightNo: number, userNo = 2): HighlightView => ({ highlightNo, userNo, passage })
const comment = (commentNo: number, about: Passage | undefined = passage): CommentView => ({
  commentNo,
  text: '말',
  writer: '박서준',
  writerNo: 2,
  profPic: '',
  postedAt: '2026-01-01T00:00:00.000Z',
  edited: false,
  requestKey: String(commentNo),
  ...(about && { passage: about }),
})
const passagesWith = (highlightNos: number[], commentNos: number[] = []): Passages => ({
  version: 10,
  highlights: highlightNos.map(no => mark(no)),
  comments: commentNos.map(commentNo => ({ commentNo, writerNo: 2, passage })),
})
const inNote = (version: number, noteNo = NOTE) => ({ hubNo: HUB, version, noteNo })
const highlighted = (version: number, highlightNo: number, noteNo = NOTE): HubEvent => ({
  name: 'passage:highlighted',
  payload: { ...inNote(version, noteNo), highlight: mark(highlightNo) },
})
const unhighlighted = (version: number, highlightNo: number, noteNo = NOTE): HubEvent => ({
  name: 'passage:unhighlighted',
  payload: { ...inNote(version, noteNo), highlightNo },
})
const posted = (version: number, view: CommentView, noteNo = NOTE): HubEvent => ({
  name: 'comment:posted',
  payload: { ...inNote(version, noteNo), count: 1, comment: view },
})
const deleted = (version: number, commentNo: number, noteNo = NOTE): HubEvent => ({
  name: 'comment:deleted',
  payload: { ...inNote(version, noteNo), count: 1, commentNo, last: null },
})
const highlightNos = ({ highlights }: Passages) => highlights.map(({ highlightNo }) => highlightNo)
const commentNos = ({ comments }: Passages) => comments.map(({ commentNo }) => commentNo)

test('applies highlights and comments on passages in version order, sorted by number', () => {
  const events = [unhighlighted(13, 7), highlighted(12, 3), posted(11, comment(5)), deleted(14, 4)]
  const { page, missing } = apply(passagesWith([5, 7], [4]), events)
  expect(highlightNos(page)).toEqual([3, 5])
  expect(commentNos(page)).toEqual([5])
  expect(page.version).toBe(14)
  expect(missing).toBeNull()
})

test('ignores comments on the whole note and events of other notes', () => {
  const before = passagesWith([1], [1])
  const { commentNo, ...others } = comment(9)
  const { passage: _, ...plain } = { commentNo, ...others }
  const { page } = apply(before, [
    posted(11, plain),
    posted(12, comment(8), 13),
    deleted(13, 1, 13),
    highlighted(14, 2, 13),
    unhighlighted(15, 1, 13),
  ])
  expect(page).toEqual({ ...before, version: 15 })
})

test('has a highlight and a comment once, whether the response or the event comes first', () => {
  const fromResponse = withComment(withHighlight(passagesWith([1], [1]), mark(2)), comment(2))
  const { page } = apply(fromResponse, [highlighted(11, 2), posted(12, comment(2))])
  expect([highlightNos(page), commentNos(page)]).toEqual([
    [1, 2],
    [1, 2],
  ])
  expect(withComment(page, comment(2))).toBe(page)
})

test('a late response does not restore what was deleted', () => {
  const { page } = apply(passagesWith([1], [1]), [unhighlighted(11, 1), deleted(12, 1)])
  expect(withHighlight(page, mark(1))).toBe(page)
  expect(withComment(page, comment(1))).toBe(page)
  const own = withoutHighlight(passagesWith([1]), 1)
  expect(withoutHighlight(own, 1)).toBe(own)
})

test('refetches when the note leaves or returns to the hub, and when an older comment moves up', () => {
  const withdrawn = (noteNo: number): HubEvent => ({
    name: 'note:withdrawn',
    payload: { ...inNote(11, noteNo), seq: 1, reason: 'cancelled' },
  })
  expect(apply(passagesWith([1]), [withdrawn(NOTE)]).missing).toBe('refetch')
  expect(apply(passagesWith([1]), [withdrawn(13)]).missing).toBeNull()
  const full = passagesWith(
    [],
    Array.from({ length: PASSAGE_COMMENTS_MAX }, (_, index) => index + 1),
  )
  expect(apply(full, [deleted(11, 1)]).missing).toBe('refetch')
  const { page } = apply(full, [posted(11, comment(PASSAGE_COMMENTS_MAX + 1))])
  expect(commentNos(page)).toEqual(commentNos(full).map(no => no + 1))
})
