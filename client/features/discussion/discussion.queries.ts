import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import type { HubEvent } from '#client/live/hubEvents.ts'
import { takeUnread } from '#client/live/unread.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getSharedNotes } from '#protocol/discussion.ts'
import { markAsRead } from '#protocol/hubs.ts'
import { SHARED_NOTES_PER_PAGE } from '#protocol/limits.ts'
import { type DiscussionPage, pageOfAnswer, withEvents } from './discussion.cache.ts'

/** How many notes a first page that is on the screen asks for again: those that wait, and those that are being read. */
const HELD = 3 * SHARED_NOTES_PER_PAGE

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
    queryFn: async ({ signal, client, queryKey }): Promise<DiscussionPage> => {
      const isShown = page === 1 && client.getQueryData(queryKey) !== undefined
      const asked = { selectedHubNo: hubNo, curPageNo: page, ...(isShown && { numberOfItemsPerPage: HELD }) }
      for (;;) {
        const answer = await callApi(getSharedNotes, asked, { signal })
        const { page: settled, lacks } = withEvents(pageOfAnswer(answer), recentEvents(), myNo)
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
