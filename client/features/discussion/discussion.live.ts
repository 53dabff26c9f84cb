import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { followHub, type HubEvent } from '#client/live/hubEvents.ts'
import { askAgain } from '#client/platform/calls/refetch.ts'
import { type DiscussionPage, withEvents } from './discussion.cache.ts'
import { discussionKeys, sharedNotesQuery } from './discussion.queries.ts'

/** A page of a hub's shared notes, true while it is on the screen. */
export function useSharedNotes(hubNo: number, page: number, myNo: number) {
  const cache = useQueryClient()
  const events = useRef<HubEvent[]>([])
  const settle = useRef(() => {})

  // Before the query, so that no event falls between the question and the listening.
  useEffect(() => {
    events.current = []
    const live = followDiscussion({ cache, hubNo, page, myNo, events: events.current })
    settle.current = live.settle
    return live.stop
  }, [cache, hubNo, page, myNo])

  const query = useQuery(sharedNotesQuery(hubNo, page, { myNo, recentEvents: () => events.current }))

  // An answer may leave a gap before an event that came earlier.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a new chance
  useEffect(() => {
    settle.current()
  }, [query.dataUpdatedAt])

  return query
}

interface Discussion {
  cache: QueryClient
  hubNo: number
  page: number
  myNo: number
  events: HubEvent[]
}

function followDiscussion({ cache, hubNo, page, myNo, events }: Discussion) {
  const queryKey = discussionKeys.page(hubNo, page)
  return followHub(hubNo, {
    events,
    /** Without a page yet, the answer takes the events up itself. */
    settle() {
      const shown = cache.getQueryData<DiscussionPage>(queryKey)
      if (shown === undefined) return null
      const settled = withEvents(shown, events, myNo)
      if (settled.page !== shown) cache.setQueryData(queryKey, settled.page)
      return settled.lacks
    },
    refetch: () => askAgain(cache, queryKey),
    onHeard: () => cache.removeQueries({ queryKey: discussionKeys.hub(hubNo), type: 'inactive' }),
  })
}
