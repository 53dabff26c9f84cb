import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { onEvent, onResync } from '#client/platform/socket.ts'
import { type DiscussionPage, type HubEvent, withEvents } from './discussion.cache.ts'
import { discussionKeys, sharedNotesQuery } from './discussion.queries.ts'

/** How long an event that is missing before another one may still come, in milliseconds. */
const GRACE_MS = 150
/** More than can be told while an answer is on its way. */
const EVENTS_KEPT = 200

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
  let grace: ReturnType<typeof setTimeout> | undefined

  const refetch = () => void cache.invalidateQueries({ queryKey })

  /** Brings the page as far as the events go. Without a page yet, the answer takes them up itself. */
  function settle() {
    const shown = cache.getQueryData<DiscussionPage>(queryKey)
    if (shown === undefined) return
    const settled = withEvents(shown, events, myNo)
    if (settled.page !== shown) cache.setQueryData(queryKey, settled.page)
    if (settled.lacks === 'note') refetch()
    if (settled.lacks === 'event') grace ??= setTimeout(settleAgain, GRACE_MS)
  }

  function settleAgain() {
    grace = undefined
    const shown = cache.getQueryData<DiscussionPage>(queryKey)
    if (shown && withEvents(shown, events, myNo).lacks === 'event') refetch()
  }

  function hear(event: HubEvent) {
    if (event.payload.hubNo !== hubNo) return
    events.push(event)
    events.splice(0, events.length - EVENTS_KEPT)
    cache.removeQueries({ queryKey: discussionKeys.hub(hubNo), type: 'inactive' })
    settle()
  }

  const stops = [
    onEvent('note:shared', payload => hear({ name: 'note:shared', payload })),
    onEvent('note:withdrawn', payload => hear({ name: 'note:withdrawn', payload })),
    onEvent('note:changed', payload => hear({ name: 'note:changed', payload })),
    onEvent('members:changed', payload => hear({ name: 'members:changed', payload })),
    onResync(refetch),
  ]
  return {
    settle,
    stop() {
      clearTimeout(grace)
      for (const stop of stops) stop()
    },
  }
}
