import { expect, test } from 'vitest'
import type { CommentView } from '#protocol/comments.ts'
import { keepEdit, keptEdit, notInThread, type Outgoing } from './comments.unsent.ts'

const ME = 1
const outgoing = (text: string, after: number, failure: string | null = null): Outgoing => ({
  requestKey: `${text} ${after}`,
  text,
  after,
  failure,
})
const comment = (commentNo: number, text: string, writerNo = ME) =>
  ({ commentNo, text, writerNo }) as CommentView

test('what the hub heard before its writer was answered is shown once', () => {
  const sent = outgoing('좋아요', 4)
  expect(notInThread([sent], [comment(4, '먼저 온 말', 2)], ME)).toEqual([sent])
  expect(notInThread([sent], [comment(5, '좋아요')], ME)).toEqual([])
})

test('the same words of somebody else, from before, or not arrived hide nothing', () => {
  const sent = outgoing('좋아요', 4)
  expect(notInThread([sent], [comment(5, '좋아요', 2)], ME)).toEqual([sent])
  expect(notInThread([sent], [comment(3, '좋아요')], ME)).toEqual([sent])
  const failed = outgoing('좋아요', 4, '연결을 확인해 주세요.')
  expect(notInThread([failed], [comment(5, '좋아요')], ME)).toEqual([failed])
})

test('an edit is kept until the comment says it', () => {
  keepEdit(ME, 5, '고친 말 ')
  expect(keptEdit(comment(5, '처음 말'))).toBe('고친 말 ')
  expect(keptEdit(comment(5, '고친 말'))).toBe('')
  keepEdit(ME, 5, '')
})
