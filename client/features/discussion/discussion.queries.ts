import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi } from '#client/platform/callApi.ts'
import type { HubEvent } from '#client/platform/hubEvents.ts'
import { takeUnread } from '#client/platform/unread.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { markAsRead } from '#protocol/hubs.ts'
import { type DiscussionPage, withEvents } from './discussion.cache.ts'

export const discussionKeys = {
  hub: (hubNo: number) => ['discussion', hubNo] as const,
  page: (hubNo: number, page: number) => [...discussionKeys.hub(hubNo), page] as const,
}

interface LiveSource {
  myNo: number
  /** What the hub's events told since the page was opened: an answer may be older than them. */
  recentEvents: () => readonly HubEvent[]
}

export const sharedNotesQuery = (hubNo: number, page: number, { myNo, recentEvents }: LiveSource) =>
  queryOptions({
    queryKey: discussionKeys.page(hubNo, page),
    queryFn: async ({ signal }): Promise<DiscussionPage> => {
      for (;;) {
        const answer = await callApi(getSharedNotes, { selectedHubNo: hubNo, curPageNo: page }, { signal })
        const { page: settled, lacks } = withEvents({ ...answer, arrivals: 0 }, recentEvents(), myNo)
        // What was told meanwhile may leave a place on the page that only a later answer fills.
        if (lacks !== 'answer') return settled
      }
    },
    // The notes of another hub would only mislead.
    placeholderData: (previous, query) =>
      query?.queryKey[1] === hubNo ? keepPreviousData(previous) : undefined,
    refetchOnMount: 'always',
  })

/** Up to the share that was seen; 0 stands for a hub without shares of others. */
export async function readUpTo(hubNo: number, seq: number): Promise<void> {
  const reply = await callApi(markAsRead, { hubNo, ...(seq > 0 && { seq }) })
  takeUnread([reply, ...reply.hubs])
}
