import { type QueryClient, useQuery } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { hubInfoQuery, hubKeys } from '#client/features/hubs/hubs.queries.ts'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { subscribeToHubEvents } from '#client/live/hubEvents.ts'
import {
  createSharedSubscription,
  refetchUnlessSubscribed,
  useSharedSubscription,
} from '#client/live/sharedSubscription.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'

const membersSubscription = createSharedSubscription(subscribeToMembers)

/** The members of a hub, kept current by live events while shown. */
export function useHubMembers(hubNo: number) {
  useSharedSubscription(membersSubscription)
  return useQuery({ ...hubInfoQuery(hubNo), refetchOnMount: refetchUnlessSubscribed(membersSubscription) })
}

/** Covers every hub in the cache. */
function subscribeToMembers(cache: QueryClient): () => void {
  const keyOf = (hubNo: number) => hubInfoQuery(hubNo).queryKey
  const refetchHub = (hubNo: number) => refetchQueries(cache, keyOf(hubNo))

  return combineCleanups([
    subscribeToHubEvents({
      'members:changed'(members) {
        const queryKey = keyOf(members.hubNo)
        if (cache.getQueryState(queryKey) === undefined) return
        cache.setQueryData(queryKey, known =>
          known && known.version >= members.version
            ? known
            : { ...(known?.name !== undefined && { name: known.name }), ...members, success: true as const },
        )
      },
      'hub:named'({ hubNo, version, name }) {
        cache.setQueryData(keyOf(hubNo), known =>
          known && known.version < version ? { ...known, version, name } : known,
        )
        // The event says nothing about members who joined or left just before.
        refetchHub(hubNo)
      },
      'note:shared': 'ignored',
      'note:withdrawn': 'ignored',
      'note:changed': 'ignored',
      'note:pinned': 'ignored',
      'readers:changed': 'ignored',
      'comment:posted': 'ignored',
      'comment:changed': 'ignored',
      'comment:deleted': 'ignored',
      'empathy:changed': 'ignored',
      'passage:highlighted': 'ignored',
      'passage:unhighlighted': 'ignored',
    }),
    onEvent('hub:added', ({ hub }) => refetchHub(hub.hubNo)),
    // Screens of the hub notice the removal themselves.
    onEvent('hub:removed', ({ hubNo }) =>
      cache.invalidateQueries({ queryKey: keyOf(hubNo), refetchType: 'none' }),
    ),
    onResync(() => refetchQueries(cache, hubKeys.infos)),
  ])
}

/** False after a `hub:removed` event, until the user is added again or events may have been missed. */
export function useIsHubMember(hubNo: number): boolean {
  const [leftHubNo, setLeftHubNo] = useState<number | null>(null)
  useEffect(() => {
    return combineCleanups([
      onEvent('hub:removed', members => members.hubNo === hubNo && setLeftHubNo(hubNo)),
      onEvent('hub:added', ({ hub }) => hub.hubNo === hubNo && setLeftHubNo(null)),
      onResync(() => setLeftHubNo(null)),
    ])
  }, [hubNo])
  return leftHubNo !== hubNo
}
