import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hubInfoQuery } from '#client/features/hubs/hubs.queries.ts'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'

/** Who is in a hub, true while it is on the screen. */
export function useHubMembers(hubNo: number) {
  const cache = useQueryClient()
  useEffect(() => {
    const { queryKey } = hubInfoQuery(hubNo)
    return asOne([
      onEvent('members:changed', told => {
        if (told.hubNo !== hubNo) return
        cache.setQueryData(queryKey, known =>
          known && known.version >= told.version
            ? known
            : { ...(known?.name !== undefined && { name: known.name }), ...told, success: true as const },
        )
      }),
      onEvent('hub:named', ({ hubNo: namedNo, version, name }) => {
        if (namedNo !== hubNo) return
        cache.setQueryData(queryKey, known =>
          known && known.version < version ? { ...known, version, name } : known,
        )
        // Who came or went just before is told apart from it.
        refetchQueries(cache, queryKey)
      }),
      onEvent('hub:added', ({ hub }) => hub.hubNo === hubNo && refetchQueries(cache, queryKey)),
      onResync(() => refetchQueries(cache, queryKey)),
    ])
  }, [cache, hubNo])
  return useQuery(hubInfoQuery(hubNo))
}
