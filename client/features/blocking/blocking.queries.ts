import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'
import { createFollower, unlessFollowed, useFollower } from '#client/live/follower.ts'
import { useIsIdle } from '#client/platform/browser/useIsIdle.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { blockPerson, getBlocked, unblockPerson } from '#protocol/blocking.ts'

export const blockedQuery = queryOptions({
  queryKey: ['blocked'],
  queryFn: async ({ signal }) => (await callApi(getBlocked, {}, { signal })).people,
})

const blockedFollower = createFollower(cache => {
  const refetch = () => refetchQueries(cache, blockedQuery.queryKey)
  return asOne([onEvent('blocked:changed', refetch), onResync(refetch)])
})

/** Whom the user has blocked, true while it is on the screen. `enabled`: false for as long as it is not to be asked for. */
export function useBlocked({ enabled } = { enabled: true }) {
  useFollower(blockedFollower)
  return useQuery({ ...blockedQuery, enabled, refetchOnMount: unlessFollowed(blockedFollower) })
}

/** The same by number, for marks beside names, which come after these; nobody until it is known. */
export function useBlockedNos(): ReadonlySet<number> {
  const { data } = useBlocked({ enabled: useIsIdle() })
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
