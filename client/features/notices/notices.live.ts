import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import type { NoticeView } from '#protocol/notices.ts'
import { newerOf } from './notices.cache.ts'
import { noticesQuery } from './notices.queries.ts'

/** The notices that are shown, newest first, true while they are on the screen; none while they are not known. */
export function useShownNotices(): NoticeView[] {
  const cache = useQueryClient()

  // Before the query, so that no change falls between the question and the listening.
  useEffect(() => {
    const { queryKey } = noticesQuery
    return asOne([
      onEvent('notices:changed', told => {
        cache.setQueryData(queryKey, known => newerOf(known, told))
      }),
      onResync(() => refetchQueries(cache, queryKey)),
    ])
  }, [cache])

  return useQuery(noticesQuery).data?.itemList ?? []
}
