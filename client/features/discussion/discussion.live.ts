import { keepPreviousData, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { useLivePage } from '#client/live/useLivePage.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { type DiscussionPage, isReadInDoubt } from './discussion.cache.ts'
import { discussionKeys, discussionPage } from './discussion.queries.ts'

/** A page of a hub's shared notes, true while it is on the screen. */
export function useSharedNotes(hubNo: number, page: number, myNo: number) {
  const parts = useMemo(() => discussionPage({ hubNo, page, myNo }), [hubNo, page, myNo])
  useThreadsRead({ hubNo, page, myNo })
  // The notes of another hub would only mislead.
  return useLivePage(parts, (previous, query) =>
    query?.queryKey[1] === hubNo ? keepPreviousData(previous) : undefined,
  )
}

/** Asks again about threads that were read on another tab or device, as far as the page alone does not tell whether all of it was. */
function useThreadsRead({ hubNo, page, myNo }: { hubNo: number; page: number; myNo: number }): void {
  const cache = useQueryClient()
  useEffect(
    () =>
      onEvent('comments:read', read => {
        const queryKey = discussionKeys.page(hubNo, page)
        const notes = cache.getQueryData<DiscussionPage>(queryKey)?.notes ?? []
        if (read.hubNo === hubNo && notes.some(note => isReadInDoubt(note, read, myNo)))
          refetchQueries(cache, queryKey)
      }),
    [cache, hubNo, page, myNo],
  )
}
