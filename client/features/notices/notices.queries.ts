import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { getHiddenNotices, getNotices, type NoticeView, type ShownNotices } from '#protocol/notices.ts'

const queryKey = ['notices'] as const

const noticesQuery = queryOptions({
  queryKey,
  queryFn: async ({ signal, client }): Promise<ShownNotices> => {
    const answer = await callApi(getNotices, {}, { signal })
    return newerVersion<ShownNotices>(client.getQueryData(queryKey), answer)
  },
  refetchOnMount: 'always',
})

/** For administrators; refetched after each change of theirs. */
export const hiddenNoticesQuery = queryOptions({
  queryKey: ['hiddenNotices'] as const,
  queryFn: async ({ signal }) => (await callApi(getHiddenNotices, {}, { signal })).itemList,
  refetchOnMount: 'always',
})

/** The live list of visible notices, newest first; empty while loading. */
export function useShownNotices(): NoticeView[] {
  const cache = useQueryClient()

  // Subscribe before the query, so that no change is missed in between.
  useEffect(() => {
    const { queryKey } = noticesQuery
    return combineCleanups([
      onEvent('notices:changed', next => {
        cache.setQueryData(queryKey, cached => newerVersion(cached, next))
      }),
      onResync(() => refetchQueries(cache, queryKey)),
    ])
  }, [cache])

  return useQuery(noticesQuery).data?.itemList ?? []
}

/** Events may arrive twice, late, or before an older response. */
export function newerVersion<Notices extends ShownNotices>(
  cached: Notices | undefined,
  next: Notices,
): Notices {
  return cached && cached.version > next.version ? cached : next
}
