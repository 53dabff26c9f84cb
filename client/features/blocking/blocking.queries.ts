import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import {
  createSharedSubscription,
  refetchUnlessSubscribed,
  useSharedSubscription,
} from '#client/live/sharedSubscription.ts'
import { useIsIdle } from '#client/platform/browser/useTimers.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { queryClient, refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'

const blockedQuery = queryOptions({
  queryKey: ['blocked'],
  queryFn: async ({ signal }) => (await callApi(getBlocked, {}, { signal })).people,
})

const blockedSubscription = createSharedSubscription(cache => {
  const refetch = () => refetchQueries(cache, blockedQuery.queryKey)
  return combineCleanups([onEvent('blocked:changed', refetch), onResync(refetch)])
})

/** The live list of blocked users. `enabled: false` postpones the request. */
export function useBlocked({ enabled } = { enabled: true }) {
  useSharedSubscription(blockedSubscription)
  return useQuery({ ...blockedQuery, enabled, refetchOnMount: refetchUnlessSubscribed(blockedSubscription) })
}

/** The numbers of blocked users for marks beside names; loaded when idle, empty until then. */
export function useBlockedNos(): ReadonlySet<number> {
  const { data } = useBlocked({ enabled: useIsIdle() })
  return useMemo(() => new Set(data?.map(({ userNo }) => userNo)), [data])
}

/** Blocks or unblocks a user. Completes after the list has been refetched. */
export function useChangeBlock() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ userNo, blocks }: { userNo: number; blocks: boolean }) =>
      callApi(blocks ? blockPerson : unblockPerson, { userNo }),
    onSuccess: () => cache.invalidateQueries({ queryKey: blockedQuery.queryKey }),
  })
}

/** Asks the server whether the viewer has blocked one of these users. Rejects if the request fails. */
export async function hasBlockedAny(userNos: readonly number[]): Promise<boolean> {
  const blocked = await queryClient.fetchQuery({ ...blockedQuery, staleTime: 0 })
  return blocked.some(({ userNo }) => userNos.includes(userNo))
}
