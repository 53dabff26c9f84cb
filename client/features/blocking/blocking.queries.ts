import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { onEvent, onResync } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'

/** Events keep it true only while it is on the screen: whoever comes back asks again. */
export const blockedQuery = queryOptions({
  queryKey: ['blocked'],
  queryFn: async ({ signal }) => (await callApi(getBlocked, {}, { signal })).people,
  refetchOnMount: 'always',
})

/** Whom the user has blocked, true while it is on the screen. */
export function useBlocked() {
  const cache = useQueryClient()
  useEffect(() => {
    const refetch = () => refetchQueries(cache, blockedQuery.queryKey)
    const stops = [onEvent('blocked:changed', refetch), onResync(refetch)]
    return () => {
      for (const stop of stops) stop()
    }
  }, [cache])
  return useQuery(blockedQuery)
}

/** The same by number; nobody until it is known. */
export function useBlockedNos(): ReadonlySet<number> {
  const { data } = useBlocked()
  return useMemo(() => new Set(data?.map(({ userNo }) => userNo)), [data])
}

/** Blocks somebody, or does so no longer; done when the list tells it. */
export function useChangeBlock() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ userNo, blocks }: { userNo: number; blocks: boolean }) =>
      callApi(blocks ? blockPerson : unblockPerson, { userNo }),
    onSuccess: () => cache.invalidateQueries({ queryKey: blockedQuery.queryKey }),
  })
}
