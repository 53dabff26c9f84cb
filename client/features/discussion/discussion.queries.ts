import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { hubEvents } from '#client/live/hubEvents.ts'
import { type EventSource, type LivePageOptions, useLivePage } from '#client/live/livePage.ts'
import { applySeenUpdate } from '#client/live/seen.ts'
import { callAndCacheUnread, setUnreadCounts } from '#client/live/unread.cache.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import type { InputOf } from '#protocol/call.ts'
import { getSharedNotes, type SharedNotePage } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'
import { markAsRead } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { markSeen } from '#protocol/seen.ts'
import {
  type DiscussionPage,
  discussionRules,
  isReadUncertain,
  pageFromResponse,
} from './discussion.cache.ts'

/** Number of notes that a refetch of the first page requests: unread ones and those on screen. */
const REFETCHED_NOTES = 3 * SHARED_NOTES_PER_PAGE

export const discussionKeys = {
  hub: (hubNo: number) => ['discussion', hubNo] as const,
  page: (hubNo: number, page: number) => [...discussionKeys.hub(hubNo), page] as const,
}

export interface DiscussionPlace {
  hubNo: number
  page: number
  myNo: number
}

export function discussionPage(
  { hubNo, page, myNo }: DiscussionPlace,
  events: EventSource<HubEvent> = hubEvents(hubNo),
  request: (
    input: InputOf<typeof getSharedNotes>,
    options: { signal: AbortSignal },
  ) => Promise<SharedNotePage> = (...input) => callApi(getSharedNotes, ...input),
): LivePageOptions<DiscussionPage, HubEvent> {
  return {
    ...discussionRules(myNo),
    queryKey: discussionKeys.page(hubNo, page),
    invalidates: discussionKeys.hub(hubNo),
    events,
    async fetch(signal, shown) {
      const isRefetch = page === 1 && shown() !== undefined
      const input = {
        selectedHubNo: hubNo,
        curPageNo: page,
        ...(isRefetch && { numberOfItemsPerPage: REFETCHED_NOTES }),
      }
      return pageFromResponse(await request(input, { signal }))
    },
  }
}

export async function reportSeen(hubNo: number, seqs: readonly number[]): Promise<void> {
  applySeenUpdate(await callApi(markSeen, { hubNo, seqsJSON: JSON.stringify(seqs) }))
}

export async function markAllRead(hubNo: number): Promise<void> {
  setUnreadCounts([await callAndCacheUnread(markAsRead, { hubNo })])
}

/** A page of shared notes that live events keep current while it is shown. */
export function useSharedNotes(hubNo: number, page: number, myNo: number) {
  const parts = useMemo(() => discussionPage({ hubNo, page, myNo }), [hubNo, page, myNo])
  useThreadsRead({ hubNo, page, myNo })
  // Do not show notes of another hub as placeholder.
  return useLivePage(parts, (previous, query) =>
    query?.queryKey[1] === hubNo ? keepPreviousData(previous) : undefined,
  )
}

/** Refetches the page if a thread was read in another tab and the card alone cannot tell whether all of it was. */
function useThreadsRead({ hubNo, page, myNo }: { hubNo: number; page: number; myNo: number }): void {
  const cache = useQueryClient()
  useEffect(
    () =>
      onEvent('comments:read', read => {
        const queryKey = discussionKeys.page(hubNo, page)
        const notes = cache.getQueryData<DiscussionPage>(queryKey)?.notes ?? []
        if (read.hubNo === hubNo && notes.some(note => isReadUncertain(note, read, myNo)))
          refetchQueries(cache, queryKey)
      }),
    [cache, hubNo, page, myNo],
  )
}
