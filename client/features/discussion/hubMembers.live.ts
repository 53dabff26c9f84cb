import { type QueryClient, useQuery } from '@tanstack/react-query'
import { hubInfoQuery, hubKeys } from '#client/features/hubs/hubs.queries.ts'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'
import { createFollower, unlessFollowed, useFollower } from '#client/live/follower.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'

const membersFollower = createFollower(followMembers)

/** Who is in a hub, true while it is on the screen. */
export function useHubMembers(hubNo: number) {
  useFollower(membersFollower)
  return useQuery({ ...hubInfoQuery(hubNo), refetchOnMount: unlessFollowed(membersFollower) })
}

/** Of each hub that was asked for. */
function followMembers(cache: QueryClient): () => void {
  const keyOf = (hubNo: number) => hubInfoQuery(hubNo).queryKey
  const askAgain = (hubNo: number) => refetchQueries(cache, keyOf(hubNo))

  return asOne([
    onEvent('members:changed', told => {
      const queryKey = keyOf(told.hubNo)
      if (cache.getQueryState(queryKey) === undefined) return
      cache.setQueryData(queryKey, known =>
        known && known.version >= told.version
          ? known
          : { ...(known?.name !== undefined && { name: known.name }), ...told, success: true as const },
      )
    }),
    onEvent('hub:named', ({ hubNo, version, name }) => {
      cache.setQueryData(keyOf(hubNo), known =>
        known && known.version < version ? { ...known, version, name } : known,
      )
      // Who came or went just before is told apart from it.
      askAgain(hubNo)
    }),
    onEvent('hub:added', ({ hub }) => askAgain(hub.hubNo)),
    // What of it is on the screen says by itself that one is in it no longer.
    onEvent('hub:removed', ({ hubNo }) =>
      cache.invalidateQueries({ queryKey: keyOf(hubNo), refetchType: 'none' }),
    ),
    onResync(() => refetchQueries(cache, hubKeys.infos)),
  ])
}
