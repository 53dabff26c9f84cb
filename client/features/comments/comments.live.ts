import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect, useEffectEvent, useMemo, useRef } from 'react'
import { useHubMembers } from '#client/features/discussion/hubMembers.live.ts'
import { onResync } from '#client/live/eventBus.ts'
import { useLivePage } from '#client/live/livePage.ts'
import { createSeenReporter } from '#client/live/seen.ts'
import { useIsTabVisible } from '#client/platform/browser/device.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { authAtom } from '#client/session/session.ts'
import type { ParticipantView } from '#protocol/hubs.ts'
import { newestSeenOfOthers, type Thread } from './comments.cache.ts'
import { readUpToComment, type ThreadPlace, threadKey, threadPage } from './comments.queries.ts'

/** A thread that live events keep current while it is shown. */
export function useThread(hubNo: number, noteNo: number) {
  const cache = useQueryClient()
  const parts = useMemo(() => threadPage(cache, { hubNo, noteNo }), [cache, hubNo, noteNo])
  return useLivePage(parts)
}

/** Whether the server answered that the note is not shared in the hub, or that the user is not a member. */
export function useIsThreadUnavailable(place: ThreadPlace): boolean {
  // `useThread` fetches it.
  const { error } = useQuery<Thread>({ queryKey: threadKey(place), enabled: false })
  return isNotFound(error)
}

/** Marks comments of the others as read once the user has seen them. */
export function useReadReport(
  place: ThreadPlace,
  thread: Pick<Thread, 'comments' | 'readUpTo'>,
  { myNo, seenUpTo }: { myNo: number; seenUpTo: number },
): void {
  const cache = useQueryClient()
  const newest = newestSeenOfOthers(thread, myNo, seenUpTo)
  useSeenReport(newest > (thread.readUpTo ?? 0) ? newest : null, commentNo =>
    readUpToComment(cache, place, commentNo, myNo),
  )
}

/** The other members of a hub; undefined until they are loaded. */
export function useOtherMembers(hubNo: number): ParticipantView[] | undefined {
  const { userNo } = useAtomValue(authAtom)
  return useHubMembers(hubNo).data?.participants.filter(person => person.userNo !== userNo)
}

/**
 * Reports the highest number that a visible tab has shown, whenever it grows; null reports nothing. Pending
 * reports are sent on unmount.
 */
function useSeenReport(seen: number | null, report: (seen: number) => Promise<void>): void {
  const isVisible = useIsTabVisible()
  const reporter = useRef<ReturnType<typeof createSeenReporter>>(null)
  const reported = useRef(-1)
  const reportUpTo = useEffectEvent(report)

  useEffect(() => {
    const created = createSeenReporter(numbers => reportUpTo(Math.max(...numbers)))
    reporter.current = created
    const stop = onResync(created.retry)
    return () => {
      stop()
      created.finish()
    }
  }, [])

  useEffect(() => {
    if (!isVisible || seen === null || seen <= reported.current) return
    reported.current = seen
    reporter.current?.add(seen)
  }, [isVisible, seen])
}
