import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createEventBus } from '#client/live/eventBus.ts'
import type { CommentPage, CommentView } from '#protocol/comments.ts'
import { type Thread, withOlder } from './comments.cache.ts'
import { threadPage } from './comments.queries.ts'

const comment = (commentNo: number): CommentView => ({
  commentNo,
  text: `댓글 ${commentNo}`,
  writer: '박서준',
  writerNo: 2,
  profPic: '',
  postedAt: '2026-01-01T00:00:00.000Z',
  edited: false,
  requestKey: String(commentNo),
})
const page = (hasOlder: boolean, ...numbers: number[]): CommentPage => ({
  success: true,
  version: 10,
  count: 4,
  comments: numbers.map(comment),
  hasOlder,
  empathies: [],
})

test('what the reader goes back to while the thread is fetched again stays in it', async () => {
  let shown: Thread = page(true, 3, 4)
  const { fetch } = threadPage(new QueryClient(), { hubNo: 4, noteNo: 12 }, createEventBus(), asked => {
    if (asked.before !== undefined) return Promise.resolve(page(false, 1, 2))
    shown = withOlder(shown, page(false, 1, 2))
    return Promise.resolve(page(true, 3, 4))
  })
  const thread = await fetch(new AbortController().signal, () => shown)
  expect(thread.comments.map(({ commentNo }) => commentNo)).toEqual([1, 2, 3, 4])
})
