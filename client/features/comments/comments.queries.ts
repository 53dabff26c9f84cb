import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query'
import { type DiscussionPage, withThreadRead } from '#client/features/discussion/discussion.cache.ts'
import { discussionKeys } from '#client/features/discussion/discussion.queries.ts'
import { asOne, type EventBus, tabEvents } from '#client/live/eventBus.ts'
import { hubEvents } from '#client/live/hubEvents.ts'
import type { LivePageParts } from '#client/live/livePage.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
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

export interface Place {
  hubNo: number
  noteNo: number
}

export const threadKey = ({ hubNo, noteNo }: Place) => ['comments', hubNo, noteNo] as const

type Ask = (input: InputOf<typeof getComments>, options?: { signal: AbortSignal }) => Promise<CommentPage>

const askServer: Ask = (...asked) => callApi(getComments, ...asked)

/** What is said about a note in a hub. */
export function threadPage(
  cache: QueryClient,
  place: Place,
  bus: EventBus = tabEvents,
  ask = askServer,
): LivePageParts<Thread, HubEvent> {
  return {
    ...threadRules(place.noteNo),
    queryKey: threadKey(place),
    fetch: (signal, shown) => fetchThread(place, shown, input => ask(input, { signal })),
    events(receive, refetch) {
      return asOne([
        hubEvents(place.hubNo, bus)(receive, refetch),
        bus.onEvent('hub:removed', ({ hubNo }) => {
          if (hubNo === place.hubNo) refetch()
        }),
        // On another tab or device.
        bus.onEvent('comments:read', ({ hubNo, noteNo, commentNo }) => {
          if (hubNo === place.hubNo && noteNo === place.noteNo)
            patchThread(cache, place, thread => withReadUpTo(thread, commentNo))
        }),
        // Nothing is there to be settled while the note was not shared here: now it is.
        bus.onEvent('note:shared', ({ hubNo, note }) => {
          const isHere = hubNo === place.hubNo && note.noteNo === place.noteNo
          if (isHere && cache.getQueryData(threadKey(place)) === undefined) refetch()
        }),
      ])
    },
  }
}

/** As far back as the reader has gone, so that nothing disappears under their eyes. */
async function fetchThread(
  place: Place,
  shown: () => Thread | undefined,
  ask: (input: InputOf<typeof getComments>) => Promise<CommentPage>,
): Promise<Thread> {
  const oldestShown = () => shown()?.comments[0]?.commentNo
  let thread: Thread = await ask({ ...place, backTo: oldestShown() })
  for (;;) {
    const oldest = thread.comments[0]?.commentNo
    const backTo = oldestShown()
    if (!thread.hasOlder || oldest === undefined || backTo === undefined || oldest <= backTo) break
    thread = withOlder(thread, await ask({ ...place, before: oldest, backTo }))
  }
  const goneNos = shown()?.goneNos
  return goneNos ? { ...thread, goneNos } : thread
}

export function patchThread(cache: QueryClient, place: Place, change: (thread: Thread) => Thread): void {
  cache.setQueryData<Thread>(threadKey(place), thread => thread && change(thread))
}

export function useOlderComments(place: Place) {
  const cache = useQueryClient()
  return useMutation({ mutationFn: () => loadOlder(cache, place) })
}

/** Shows comments before the oldest one that is shown, if there are any, and back to one in as few answers as can be. */
async function loadOlder(cache: QueryClient, place: Place, ask = askServer, backTo?: number): Promise<void> {
  const before = cache.getQueryData<Thread>(threadKey(place))?.comments[0]?.commentNo
  if (before === undefined) return
  const answer = await ask({ ...place, before, backTo })
  const shown = cache.getQueryData<Thread>(threadKey(place))
  patchThread(cache, place, thread => withOlder(thread, answer))
  // What was changed or deleted since among the older ones is in no event to come.
  if (shown && answer.version < shown.version) void cache.invalidateQueries({ queryKey: threadKey(place) })
}

/** Shows the thread back to a comment. Gives whether that stands in it. */
export async function loadBackTo(
  cache: QueryClient,
  place: Place,
  commentNo: number,
  ask = askServer,
): Promise<boolean> {
  for (;;) {
    const thread = cache.getQueryData<Thread>(threadKey(place))
    if (thread?.comments.some(comment => comment.commentNo === commentNo)) return true
    const oldest = thread?.comments[0]?.commentNo
    if (!thread?.hasOlder || oldest === undefined || oldest < commentNo) return false
    await loadOlder(cache, place, ask, commentNo)
  }
}

export function useUpdateComment(place: Place) {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: (change: { commentNo: number; text: string }) => callApi(updateComment, change),
    onSuccess(reply) {
      if (reply.success) patchThread(cache, place, thread => withOwnEdit(thread, reply.comment))
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

/** Up to the comment that was seen; once that is the newest of others, the note's card loses its dot. */
export async function readUpToComment(
  cache: QueryClient,
  place: Place,
  commentNo: number,
  myNo: number,
): Promise<void> {
  await callApi(markCommentsRead, { ...place, commentNo })
  patchThread(cache, place, thread => withReadUpTo(thread, commentNo))
  const thread = cache.getQueryData<Thread>(threadKey(place))
  if (thread && newestSeenOfOthers(thread, myNo, Number.POSITIVE_INFINITY) > commentNo) return
  const queryKey = discussionKeys.hub(place.hubNo)
  cache.setQueriesData<DiscussionPage>({ queryKey }, page => page && withThreadRead(page, place.noteNo))
  // An answer on its way may be older than this.
  if (cache.isFetching({ queryKey }) > 0) refetchQueries(cache, queryKey)
}
