import { useMutation, useQueryClient } from '@tanstack/react-query'
import { setUnreadCounts } from '#client/live/unread.taking.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { muteHub, pinHub } from '#protocol/hubs.ts'
import { withKept } from './hubs.cache.ts'
import { type FriendsPage, hubKeys } from './hubs.queries.ts'

export type Keeping = { isMuted: boolean } | { isPinned: boolean }

/** Changes how one keeps a room. The other tabs and devices hear of it. */
export function useKeepHub() {
  const cache = useQueryClient()
  return useMutation({
    mutationFn: ({ hubNo, ...keeping }: Keeping & { hubNo: number }) =>
      'isMuted' in keeping
        ? callApi(muteHub, { hubNo, isMuted: keeping.isMuted })
        : callApi(pinHub, { hubNo, isPinned: keeping.isPinned }),
    onSuccess(kept) {
      setUnreadCounts([kept])
      cache.setQueriesData<FriendsPage>({ queryKey: hubKeys.pages }, page => page && withKept(page, kept))
      refetchQueries(cache, hubKeys.pages)
    },
  })
}
