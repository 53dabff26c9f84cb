import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type DiscussionPage, withThreadRead } from '#client/features/discussion/discussion.cache.ts'
import { discussionKeys } from '#client/features/discussion/discussion.queries.ts'
import { combineCleanups, type EventBus, tabEvents } from '#client/live/eventBus.ts'
import { hubEvents } from '#client/live/hubEvents.ts'
import type { LivePageOptions } from '#client/live/livePage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import type { InputOf } from '#protocol/call.ts'
import {
  type CommentPage,
  deleteComment,
  getComments,
  markCommentsRead,
  updateComment,
} from '#protocol/comments.ts'
import type { HubEvent } from '#protocol/events.ts'
import {
  newestSeenOfOthers,
  type Thread,
  threadRules,
  withDeleted,
  withOlder,
  withOwnEdit,
  withReadUpTo,
} from './comments.cache.ts'

export interface ThreadPlace {
  hubNo: number
  noteNo: number
}

export const threadKey = ({ hubNo, noteNo }: ThreadPlace) => ['comments', hubNo, noteNo] as const

type FetchComments = (
  input: InputOf<typeof getComments>,
  options?: { signal: AbortSignal },
) => Promise<CommentPage>

const fetchComments: FetchComments = (...args) => callApi(getComments, ...args)

export function threadPage(
  cache: QueryClient,
  place: ThreadPlace,
  bus: EventBus = tabEvents,
  request = fetchComments,
): LivePageOptions<Thread, HubEvent> {
  return {
    ...threadRules(place.noteNo),
    queryKey: threadKey(place),
    fetch: (signal, shown) => fetchThread(place, shown, input => request(input, { signal })),
    events(receive, refetch) {
      return combineCleanups([
        hubEvents(place.hubNo, bus)(receive, refetch),
        bus.onEvent('hub:removed', ({ hubNo }) => {
          if (hubNo === place.hubNo) refetch()
        }),
        // The user read the thread in another tab or on another device.
        bus.onEvent('comments:read', ({ hubNo, noteNo, commentNo }) => {
          if (hubNo === place.hubNo && noteNo === place.noteNo)
            patchThread(cache, place, thread => withReadUpTo(thread, commentNo))
        }),
        // A thread of a note that is not shared has no data to update, so fetch it once the note is shared.
        bus.onEvent('note:shared', ({ hubNo, note }) => {
          const isHere = hubNo === place.hubNo && note.noteNo === place.noteNo
          if (isHere && cache.getQueryData(threadKey(place)) === undefined) refetch()
        }),
      ])
    },
  }
}

/** Fetches the thread as far back as it is shown, so that no comment disappears from the screen. */
async function fetchThread(
  place: ThreadPlace,
  shown: () => Thread | undefined,
  request: (input: InputOf<typeof getComments>) => Promise<CommentPage>,
): Promise<Thread> {
  const oldestShown = () => shown()?.comments[0]?.commentNo
  let thread: Thread = await request({ ...place, backTo: oldestShown() })
  for (;;) {
    const oldest = thread.comments[0]?.commentNo
    const backTo = oldestShown()
    if (!thread.hasOlder || oldest === undefined || backTo === undefined || oldest <= backTo) break
    thread = withOlder(thread, await request({ ...place, before: oldest, backTo }))
  }
  const goneNos = shown()?.goneNos
  return goneNos ? { ...thread, goneNos } : thread
}

export function patchThread(
  cache: QueryClient,
  place: ThreadPlace,
  change: (thread: Thread) => Thread,
): void {
  cache.setQueryData<Thread>(threadKey(place), thread => thread && change(thread))
}

export function useOlderComments(place: ThreadPlace) {
  const cache = useQueryClient()
  return useMutation({ mutationFn: () => loadOlder(cache, place) })
}

/**
 * Loads the comments before the oldest loaded one; `backTo` loads in one request as far back as the server
 * allows.
 */
async function loadOlder(
  cache: QueryClient,
  place: ThreadPlace,
  request = fetchComments,
  backTo?: number,
): Promise<void> {
  const before = cache.getQueryData<Thread>(threadKey(place))?.comments[0]?.commentNo
  if (before === undefined) return
  const answer = await request({ ...place, before, backTo })
  const shown = cache.getQueryData<Thread>(threadKey(place))
  patchThread(cache, place, thread => withOlder(thread, answer))
  // No later event reports changes of the older comments that happened before this response.
  if (shown && answer.version < shown.version) void cache.invalidateQueries({ queryKey: threadKey(place) })
}

/** Loads the thread back to a comment. Returns whether the comment exists. */
export async function loadBackTo(
  cache: QueryClient,
  place: ThreadPlace,
  commentNo: number,
  request = fetchComments,
): Promise<boolean> {
  for (;;) {
    const thread = cache.getQueryData<Thread>(threadKey(place))
    if (thread?.comments.some(comment => comment.commentNo === commentNo)) return true
    const oldest = thread?.comments[0]?.commentNo
    if (!thread?.hasOlder || oldest === undefined || oldest < commentNo) return false
    await loadOlder(cache, place, request, commentNo)
  }
}

export function useUpdateComment(place: ThreadPlace) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { commentNo: number; text: string }) => callApi(updateComment, change),
    onSuccess(reply) {
      if (reply.success) patchThread(cache, place, thread => withOwnEdit(thread, reply.comment))
    },
  })
}

export function useDeleteComment(place: ThreadPlace) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (commentNo: number) => callApi(deleteComment, { commentNo }),
    onSuccess: (_, commentNo) => patchThread(cache, place, thread => withDeleted(thread, commentNo)),
  })
}

/** Marks comments as read. The note card loses its dot once the newest comment of the others is read. */
export async function readUpToComment(
  cache: QueryClient,
  place: ThreadPlace,
  commentNo: number,
  myNo: number,
): Promise<void> {
  await callApi(markCommentsRead, { ...place, commentNo })
  patchThread(cache, place, thread => withReadUpTo(thread, commentNo))
  const thread = cache.getQueryData<Thread>(threadKey(place))
  if (thread && newestSeenOfOthers(thread, myNo, Number.POSITIVE_INFINITY) > commentNo) return
  const queryKey = discussionKeys.hub(place.hubNo)
  cache.setQueriesData<DiscussionPage>({ queryKey }, page => page && withThreadRead(page, place.noteNo))
  // A response in flight may predate this call.
  if (cache.isFetching({ queryKey }) > 0) refetchQueries(cache, queryKey)
}
