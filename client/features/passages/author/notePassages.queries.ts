import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { subscribeToHubEvents } from '#client/live/hubEvents.ts'
import {
  createSharedSubscription,
  refetchUnlessSubscribed,
  useSharedSubscription,
} from '#client/live/sharedSubscription.ts'
import { createThrottle } from '#client/platform/browser/timers.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { getNotePassages, type PassagesInHub } from '#protocol/passages.ts'

const KEY = 'notePassages'

const notePassagesQuery = (noteNo: number) =>
  queryOptions({
    queryKey: [KEY, noteNo] as const,
    queryFn: async ({ signal }) => (await callApi(getNotePassages, { noteNo }, { signal })).rooms,
  })

const NONE: readonly PassagesInHub[] = []

/** The highlights of an own note and the comments on its passages, in all rooms. Events keep them current. */
export function useNotePassages(noteNo: number): readonly PassagesInHub[] {
  useSharedSubscription(subscription)
  const { data } = useQuery({
    ...notePassagesQuery(noteNo),
    refetchOnMount: refetchUnlessSubscribed(subscription),
  })
  return data ?? NONE
}

/** Several events within this time cost one call. In milliseconds. */
const BATCH_MS = 300

const subscription = createSharedSubscription(subscribeToPassages)

/** Covers every note in the cache. The author is a member of all rooms of their notes, so every change is an event here. */
function subscribeToPassages(cache: QueryClient): () => void {
  const outdatedNos = new Set<number>()
  const refetch = createThrottle(() => {
    for (const outdatedNo of outdatedNos) refetchQueries(cache, [KEY, outdatedNo])
    outdatedNos.clear()
  }, BATCH_MS)
  function refetchSoon({ noteNo }: { noteNo: number }): void {
    if (cache.getQueryState([KEY, noteNo]) === undefined) return
    outdatedNos.add(noteNo)
    refetch.schedule()
  }
  const isKnown = (noteNo: number, commentNo: number) =>
    cache
      .getQueryData(notePassagesQuery(noteNo).queryKey)
      ?.some(({ comments }) => comments.some(comment => comment.commentNo === commentNo)) !== false
  const refetchAll = () => refetchQueries(cache, [KEY])

  return combineCleanups([
    subscribeToHubEvents({
      'passage:highlighted': refetchSoon,
      'passage:unhighlighted': refetchSoon,
      'comment:posted': event => event.comment.passage && refetchSoon(event),
      'comment:changed': event => event.comment.passage && refetchSoon(event),
      'comment:deleted': event => isKnown(event.noteNo, event.commentNo) && refetchSoon(event),
      'note:shared': ({ note }) => refetchSoon(note),
      'note:withdrawn': refetchSoon,
      'note:changed': 'ignored',
      'note:pinned': 'ignored',
      'empathy:changed': 'ignored',
      'readers:changed': 'ignored',
      'hub:named': 'ignored',
      'members:changed': 'ignored',
    }),
    onEvent('hub:removed', refetchAll),
    onEvent('hub:added', refetchAll),
    onResync(refetchAll),
    refetch.cancel,
  ])
}
