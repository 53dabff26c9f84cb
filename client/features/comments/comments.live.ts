import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLivePage } from '#client/live/useLivePage.ts'
import { useSeenReport } from '#client/live/useSeenReport.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { newestSeenOfOthers, type Thread } from './comments.cache.ts'
import { type Place, readUpToComment, threadKey, threadPage } from './comments.queries.ts'

/** What is said about a note in a hub, true while it is on the screen. */
export function useThread(hubNo: number, noteNo: number) {
  const cache = useQueryClient()
  const parts = useMemo(() => threadPage(cache, { hubNo, noteNo }), [cache, hubNo, noteNo])
  return useLivePage(parts)
}

/** Whether it was answered to the thread on the screen that its note is not shared in the hub, or one is not in it. */
export function useIsThreadGone(place: Place): boolean {
  // The thread itself asks.
  const { error } = useQuery<Thread>({ queryKey: threadKey(place), enabled: false })
  return isNotFound(error)
}

/** Tells what others said as read once it was seen. */
export function useReadReport(
  place: Place,
  thread: Pick<Thread, 'comments' | 'readUpTo'>,
  { myNo, seenUpTo }: { myNo: number; seenUpTo: number },
): void {
  const cache = useQueryClient()
  const newest = newestSeenOfOthers(thread, myNo, seenUpTo)
  useSeenReport(newest > (thread.readUpTo ?? 0) ? newest : null, commentNo =>
    readUpToComment(cache, place, commentNo, myNo),
  )
}
