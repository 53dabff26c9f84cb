import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type DiscussionPage, withThreadRead } from '#client/features/discussion/discussion.cache.ts'
import { discussionKeys } from '#client/features/discussion/discussion.queries.ts'
import { onEvent } from '#client/live/eventBus.ts'
import { hubEvents } from '#client/live/hubEvents.ts'
import type { LivePageParts } from '#client/live/livePage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { deleteComment, getComments, markCommentsRead, updateComment } from '#protocol/comments.ts'
import type { HubEvent } from '#protocol/events.ts'
import { type Thread, threadRules, withChanged, withDeleted, withOlder } from './comments.cache.ts'

export interface Place {
  hubNo: number
  noteNo: number
}

export const threadKey = ({ hubNo, noteNo }: Place) => ['comments', hubNo, noteNo] as const

/** What is said about a note in a hub. */
export function threadPage(cache: QueryClient, place: Place): LivePageParts<Thread, HubEvent> {
  return {
    ...threadRules(place.noteNo),
    queryKey: threadKey(place),
    fetch: (signal, shown) => fetchThread(place, shown?.comments[0]?.commentNo, signal),
    events(hear, refetch) {
      const stops = [
        hubEvents(place.hubNo)(hear, refetch),
        onEvent('hub:removed', ({ hubNo }) => {
          if (hubNo === place.hubNo) refetch()
        }),
        // Nothing is there to be settled while the note was not shared here: now it is.
        onEvent('note:shared', ({ hubNo, note }) => {
          const isHere = hubNo === place.hubNo && note.noteNo === place.noteNo
          if (isHere && cache.getQueryData(threadKey(place)) === undefined) refetch()
        }),
      ]
      return () => {
        for (const stop of stops) stop()
      }
    },
  }
}

/** As far back as the reader has gone, so that nothing disappears under their eyes. */
async function fetchThread(
  place: Place,
  oldestShown: number | undefined,
  signal: AbortSignal,
): Promise<Thread> {
  let thread: Thread = await callApi(getComments, place, { signal })
  for (
    let oldest = thread.comments[0]?.commentNo;
    thread.hasOlder && oldest !== undefined && oldestShown !== undefined && oldest > oldestShown;
    oldest = thread.comments[0]?.commentNo
  )
    thread = withOlder(thread, await callApi(getComments, { ...place, before: oldest }, { signal }))
  return thread
}

export function patchThread(cache: QueryClient, place: Place, change: (thread: Thread) => Thread): void {
  cache.setQueryData<Thread>(threadKey(place), thread => thread && change(thread))
}

export function useOlderComments(place: Place) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (before: number) => callApi(getComments, { ...place, before }),
    onSuccess(answer) {
      const shown = cache.getQueryData<Thread>(threadKey(place))
      patchThread(cache, place, thread => withOlder(thread, answer))
      // What was changed or deleted since among the older ones is in no event to come.
      if (shown && answer.version < shown.version)
        void cache.invalidateQueries({ queryKey: threadKey(place) })
    },
  })
}

export function useUpdateComment(place: Place) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { commentNo: number; text: string }) => callApi(updateComment, change),
    onSuccess(reply) {
      if (reply.success) patchThread(cache, place, thread => withChanged(thread, reply.comment))
    },
  })
}

export function useDeleteComment(place: Place) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (commentNo: number) => callApi(deleteComment, { commentNo }),
    onSuccess: (_, commentNo) => patchThread(cache, place, thread => withDeleted(thread, commentNo)),
  })
}

/** Up to the comment that was seen; the note's card loses its dot. */
export async function readUpToComment(cache: QueryClient, place: Place, commentNo: number): Promise<void> {
  await callApi(markCommentsRead, { ...place, commentNo })
  cache.setQueriesData<DiscussionPage>(
    { queryKey: discussionKeys.hub(place.hubNo) },
    page => page && withThreadRead(page, place.noteNo),
  )
}
