import { getDefaultStore } from 'jotai'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CommentView } from '#protocol/comments.ts'
import {
  arrivedKeys,
  emptyOutbox,
  keepEdit,
  keptEdit,
  lostEdits,
  outboxAtom,
  outboxKey,
  outboxOf,
  placesOf,
} from './comments.outbox.ts'

// No storage here: the page holds what is written, and asks before it is closed.
beforeEach(() => void vi.stubGlobal('window', new EventTarget()))

const ME = 1
const comment = (commentNo: number, text: string, requestKey = '') =>
  ({ commentNo, text, writerNo: ME, requestKey }) as CommentView

test('what stands in the thread has arrived, whatever its writer was answered', () => {
  const [sent, failed, waiting] = [
    { requestKey: 'sent', text: '좋아요', failure: null },
    { requestKey: 'failed', text: '좋아요', failure: '연결을 확인해 주세요.' },
    { requestKey: 'waiting', text: '좋아요', failure: null },
  ]
  const thread = [
    comment(4, '좋아요', 'another'),
    comment(5, '좋아요', 'sent'),
    comment(6, '고친 말', 'failed'),
  ]
  expect(arrivedKeys([sent, failed, waiting], thread)).toEqual(new Set(['sent', 'failed']))
})

const PLACE = { hubNo: 4, noteNo: 12 }
const unsent = () => outboxOf(getDefaultStore().get(outboxAtom), outboxKey(ME, PLACE))

test('an edit is kept until the comment says it', () => {
  keepEdit(PLACE, comment(5, '처음 말'), '고친 말 ')
  expect(keptEdit(PLACE, comment(5, '처음 말'))).toBe('고친 말 ')
  expect(keptEdit(PLACE, comment(5, '고친 말'))).toBe('')
  keepEdit(PLACE, comment(5, '처음 말'), '')
  expect(unsent()).toEqual(emptyOutbox)
})

test('an edit is lost when its comment is gone, not when it lies further back', () => {
  keepEdit(PLACE, comment(5, '처음 말'), '고친 말')
  const lost = (comments: CommentView[], hasOlder = false) => lostEdits(unsent(), { comments, hasOlder })
  expect(lost([comment(5, '처음 말')])).toEqual([])
  expect(lost([comment(4, '앞의 말')])).toEqual([{ commentNo: 5, text: '고친 말' }])
  expect(lost([comment(4, '앞의 말')], true)).toEqual([{ commentNo: 5, text: '고친 말' }])
  expect(lost([comment(6, '뒤의 말')], true)).toEqual([])
  expect(lost([], true)).toEqual([])
  keepEdit(PLACE, comment(5, '처음 말'), '')
})

test('what is on its way is found by its writer alone', () => {
  const sent = { requestKey: 'key', text: '좋아요', failure: null }
  const all = {
    [outboxKey(ME, { hubNo: 3, noteNo: 7 })]: { ...emptyOutbox, outgoing: [sent] },
    [outboxKey(ME, { hubNo: 3, noteNo: 8 })]: { ...emptyOutbox, text: '쓰는 중' },
    [outboxKey(11, { hubNo: 3, noteNo: 7 })]: { ...emptyOutbox, outgoing: [sent] },
  }
  expect(placesOf(all, ME)).toEqual([{ place: { hubNo: 3, noteNo: 7 }, outgoing: [sent] }])
})
