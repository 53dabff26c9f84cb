import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CommentView } from '#protocol/comments.ts'
import { readDraftEdit, saveDraftEdit } from './comments.drafts.ts'
import {
  emptyOutbox,
  getOutbox,
  orphanedEdits,
  outboxAtom,
  outboxKey,
  postedKeys,
  threadsWithPending,
  withClosedTab,
} from './comments.outbox.ts'

// Without session storage the page keeps the values in memory.
beforeEach(() => void vi.stubGlobal('window', new EventTarget()))

const ME = 1
const comment = (commentNo: number, text: string, requestKey = '') =>
  ({ commentNo, text, writerNo: ME, requestKey }) as CommentView

test('counts a comment as posted once the thread shows its key, whatever the response was', () => {
  const [sent, failed, pending] = [
    { requestKey: 'sent', text: '좋아요', failure: null },
    { requestKey: 'failed', text: '좋아요', failure: '연결을 확인해 주세요.' },
    { requestKey: 'waiting', text: '좋아요', failure: null },
  ]
  const thread = [
    comment(4, '좋아요', 'another'),
    comment(5, '좋아요', 'sent'),
    comment(6, '고친 말', 'failed'),
  ]
  expect(postedKeys([sent, failed, pending], thread)).toEqual(new Set(['sent', 'failed']))
})

const PLACE = { hubNo: 4, noteNo: 12 }
const unsent = () => getOutbox(getDefaultStore().get(outboxAtom), outboxKey(ME, PLACE))

test('keeps an edit until the comment has that text', () => {
  saveDraftEdit(PLACE, comment(5, '처음 말'), '고친 말 ')
  expect(readDraftEdit(PLACE, comment(5, '처음 말'))).toBe('고친 말 ')
  expect(readDraftEdit(PLACE, comment(5, '고친 말'))).toBe('')
  saveDraftEdit(PLACE, comment(5, '처음 말'), '')
  expect(unsent()).toEqual(emptyOutbox)
})

test('reports edits of deleted comments, but not of comments that are not loaded', () => {
  saveDraftEdit(PLACE, comment(5, '처음 말'), '고친 말')
  const orphaned = (comments: CommentView[], hasOlder = false) =>
    orphanedEdits(unsent(), { comments, hasOlder })
  expect(orphaned([comment(5, '처음 말')])).toEqual([])
  expect(orphaned([comment(4, '앞의 말')])).toEqual([{ commentNo: 5, text: '고친 말' }])
  expect(orphaned([comment(4, '앞의 말')], true)).toEqual([{ commentNo: 5, text: '고친 말' }])
  expect(orphaned([comment(6, '뒤의 말')], true)).toEqual([])
  expect(orphaned([], true)).toEqual([])
  saveDraftEdit(PLACE, comment(5, '처음 말'), '')
})

test('finds pending comments of their author only', () => {
  const sent = { requestKey: 'key', text: '좋아요', failure: null }
  const all = {
    [outboxKey(ME, { hubNo: 3, noteNo: 7 })]: { ...emptyOutbox, outgoing: [sent] },
    [outboxKey(ME, { hubNo: 3, noteNo: 8 })]: { ...emptyOutbox, text: '쓰는 중' },
    [outboxKey(11, { hubNo: 3, noteNo: 7 })]: { ...emptyOutbox, outgoing: [sent] },
  }
  expect(threadsWithPending(all, ME)).toEqual([{ place: { hubNo: 3, noteNo: 7 }, outgoing: [sent] }])
})

test('an open tab adds the comments of a closed tab, and leaves its drafts to the next tab', () => {
  const queued = (requestKey: string) => ({ requestKey, text: requestKey, failure: null })
  const key = outboxKey(ME, PLACE)
  const own = {
    [key]: { text: '여기서 쓰는 말', outgoing: [queued('나중'), queued('둘 다')], edits: { 3: '여기' } },
  }
  const theirs = { text: '거기서 쓰던 말', edits: { 3: '거기', 4: '거기만' } }
  const closed = { [key]: { ...theirs, outgoing: [queued('먼저'), queued('둘 다')] } }
  const outgoing = [queued('먼저'), queued('나중'), queued('둘 다')]

  const inOpenTab = withClosedTab(own, closed, { takesDrafts: false })
  expect(inOpenTab.all[key]).toEqual({ ...own[key], outgoing })
  expect(inOpenTab.left[key]).toEqual({ ...theirs, outgoing: [] })
  expect(withClosedTab(own, inOpenTab.left, { takesDrafts: false }).all).toBe(own)

  const inNextTab = withClosedTab(own, closed, { takesDrafts: true })
  expect(inNextTab.all[key]).toEqual({ text: '여기서 쓰는 말', outgoing, edits: { 3: '여기', 4: '거기만' } })
  expect(inNextTab.left[key]).toEqual({ text: '거기서 쓰던 말', outgoing: [], edits: { 3: '거기' } })
  expect(withClosedTab({}, closed, { takesDrafts: true })).toEqual({ all: closed, left: {} })
})
