import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { followHub, type HubEvent } from '#client/live/hubEvents.ts'
import { useTellingSeen } from '#client/live/useSeenReport.ts'
import { askAgain } from '#client/platform/calls/refetch.ts'
import { newestOfOthers, type Thread, withEvents } from './comments.cache.ts'
import { readUpToComment, threadKey, threadQuery } from './comments.queries.ts'

/** What is said about a note in a hub, true while it is on the screen, and read while the tab is looked at. */
export function useThread(hubNo: number, noteNo: number, myNo: number) {
  const cache = useQueryClient()
  const events = useRef<HubEvent[]>([])
  const settle = useRef(() => {})

  // Before the query, so that no event falls between the question and the listening.
  useEffect(() => {
    const queryKey = threadKey({ hubNo, noteNo })
    const heard: HubEvent[] = []
    events.current = heard
    const refetch = () => askAgain(cache, queryKey)
    const live = followHub(hubNo, {
      events: heard,
      settle() {
        const shown = cache.getQueryData<Thread>(queryKey)
        if (shown === undefined) return null
        const { thread, lacks } = withEvents(shown, heard, noteNo)
        if (thread !== shown) cache.setQueryData(queryKey, thread)
        return lacks
      },
      refetch,
    })
    settle.current = live.settle
    const stops = [
      onEvent('hub:removed', told => told.hubNo === hubNo && refetch()),
      // Nothing is there to be settled while the note was not shared here: now it is.
      onEvent('note:shared', ({ hubNo: sharedIn, note }) => {
        const isHere = sharedIn === hubNo && note.noteNo === noteNo
        if (isHere && cache.getQueryData(queryKey) === undefined) refetch()
      }),
    ]
    return () => {
      live.stop()
      for (const stopHearing of stops) stopHearing()
    }
  }, [cache, hubNo, noteNo])

  const query = useQuery(threadQuery({ hubNo, noteNo }, () => events.current))

  // An answer may leave a gap before an event that came earlier.
  // biome-ignore lint/correctness/useExhaustiveDependencies: each answer is a new chance
  useEffect(() => {
    settle.current()
  }, [query.dataUpdatedAt])

  const newest = query.data ? newestOfOthers(query.data, myNo) : 0
  useTellingSeen(newest === 0 ? null : newest, commentNo =>
    readUpToComment(cache, { hubNo, noteNo }, commentNo),
  )
  return query
}
