import { QueryClient } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createEventBus } from '#client/live/eventBus.ts'
import type { CommentPage, CommentView } from '#protocol/comments.ts'
import { COMMENTS_AT_ONCE, COMMENTS_BACK_AT_ONCE } from '#protocol/limits.ts'
import { type Thread, withOlder } from './comments.cache.ts'
import { loadBackTo, threadKey, threadPage } from './comments.queries.ts'

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

/** Simulates the server with a thread of 450 comments. */
function longThread() {
  const requests: unknown[] = []
  const request: Parameters<typeof loadBackTo>[3] = async input => {
    requests.push(input)
    const { before = 451, backTo = before } = input as { before?: number; backTo?: number }
    const from = Math.max(
      1,
      before - Math.min(Math.max(before - backTo, COMMENTS_AT_ONCE), COMMENTS_BACK_AT_ONCE),
    )
    return page(from > 1, ...Array.from({ length: before - from }, (_, index) => from + index))
  }
  return { request, requests }
}

test('loads a comment far back in a long thread with two requests', async () => {
  const cache = new QueryClient()
  const { request, requests } = longThread()
  const place = { hubNo: 4, noteNo: 12 }
  cache.setQueryData(threadKey(place), await request(place))
  expect(await loadBackTo(cache, place, 1, request)).toBe(true)
  expect(requests).toHaveLength(1 + 2)
  expect(cache.getQueryData<Thread>(threadKey(place))?.comments).toHaveLength(450)
})

test('refetches a long thread with two requests', async () => {
  const { request, requests } = longThread()
  const { fetch } = threadPage(new QueryClient(), { hubNo: 4, noteNo: 12 }, createEventBus(), request)
  const shown = page(false, ...Array.from({ length: 450 }, (_, index) => 1 + index))
  expect((await fetch(new AbortController().signal, () => shown)).comments).toHaveLength(450)
  expect(requests).toHaveLength(2)
})

test('keeps older comments that the reader loads during a refetch', async () => {
  let shown: Thread = page(true, 3, 4)
  const { fetch } = threadPage(new QueryClient(), { hubNo: 4, noteNo: 12 }, createEventBus(), requests => {
    if (requests.before !== undefined) return Promise.resolve(page(false, 1, 2))
    shown = withOlder(shown, page(false, 1, 2))
    return Promise.resolve(page(true, 3, 4))
  })
  const thread = await fetch(new AbortController().signal, () => shown)
  expect(thread.comments.map(({ commentNo }) => commentNo)).toEqual([1, 2, 3, 4])
})
