import { QueryClient } from '@tanstack/react-query'
import { beforeEach, expect, test, vi } from 'vitest'
import { createLivePage } from '#client/live/livePage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import type { SharedNotePage } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { pageIndexOf } from '#protocol/paging.ts'
import { discussionPage } from './discussion.queries.ts'

vi.mock('#client/platform/calls/callApi.ts', () => ({ callApi: vi.fn() }))
const requests = vi.mocked(callApi)
beforeEach(() => requests.mockReset())

const PLACE = { hubNo: 4, page: 1, myNo: 1 }

/** A response of a hub whose first page is full. */
function answer(version: number, total: number): SharedNotePage {
  const seqs = Array.from({ length: SHARED_NOTES_PER_PAGE }, (_, place) => total - place)
  const notes = seqs.map(seq => ({ seq, noteNo: 100 + seq, isAuthor: false }))
  const pageIndex = pageIndexOf(1, SHARED_NOTES_PER_PAGE, total)
  return { success: true, version, lastSeq: total, total, pageIndex, notes } as unknown as SharedNotePage
}
const withdrawn = (version: number, seq: number): HubEvent => ({
  name: 'note:withdrawn',
  payload: { hubNo: 4, version, noteNo: 100 + seq, seq, reason: 'cancelled' },
})

test('refetches instead of showing a first page with a gap, if its response predates a withdrawal', async () => {
  let receive: (event: HubEvent) => void = () => undefined
  requests.mockImplementationOnce(async () => {
    receive(withdrawn(11, 20))
    return answer(10, 20)
  })
  requests.mockResolvedValueOnce(answer(11, 19))
  const cache = new QueryClient()
  const parts = discussionPage(PLACE, received => {
    receive = received
    return () => undefined
  })
  const live = createLivePage(cache, parts)
  const stop = live.subscribe()
  const page = await cache.fetchQuery(live)
  stop()
  expect(page.notes).toHaveLength(SHARED_NOTES_PER_PAGE)
  expect(page).toMatchObject({ version: 11, total: 19 })
  expect(requests).toHaveBeenCalledTimes(2)
})

test('keeps the notes of a shown first page, however many new ones arrive', async () => {
  requests.mockResolvedValue(answer(10, 40))
  const cache = new QueryClient()
  const live = createLivePage(cache, discussionPage(PLACE))
  await cache.fetchQuery(live)
  expect(requests.mock.lastCall?.[1]).toEqual({ selectedHubNo: 4, curPageNo: 1 })
  const page = await cache.fetchQuery(live)
  expect(requests.mock.lastCall?.[1]).toMatchObject({ numberOfItemsPerPage: 3 * SHARED_NOTES_PER_PAGE })
  expect(page.pageIndex.lastPageNum).toBe(5)
})
