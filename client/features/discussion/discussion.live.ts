import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { useLivePage } from '#client/live/useLivePage.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { type DiscussionPage, isReadUncertain } from './discussion.cache.ts'
import { discussionKeys, discussionPage } from './discussion.queries.ts'

/** A page of shared notes that live events keep current while it is shown. */
export function useSharedNotes(hubNo: number, page: number, myNo: number) {
  const parts = useMemo(() => discussionPage({ hubNo, page, myNo }), [hubNo, page, myNo])
  useThreadsRead({ hubNo, page, myNo })
  // Do not show notes of another hub as placeholder.
  return useLivePage(parts, (previous, query) =>
    query?.queryKey[1] === hubNo ? keepPreviousData(previous) : undefined,
  )
}

/** Refetches the page if a thread was read in another tab and the card alone cannot tell whether all of it was. */
function useThreadsRead({ hubNo, page, myNo }: { hubNo: number; page: number; myNo: number }): void {
  const cache = useQueryClient()
  useEffect(
    () =>
      onEvent('comments:read', read => {
        const queryKey = discussionKeys.page(hubNo, page)
        const notes = cache.getQueryData<DiscussionPage>(queryKey)?.notes ?? []
        if (read.hubNo === hubNo && notes.some(note => isReadUncertain(note, read, myNo)))
          refetchQueries(cache, queryKey)
      }),
    [cache, hubNo, page, myNo],
  )
}
