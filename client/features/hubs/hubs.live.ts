import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onEvent, onResync } from '#client/live/eventBus.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { withHubAdded, withHubRemoved, withMembers } from './hubs.cache.ts'
import { type FriendsPage, hubKeys } from './hubs.queries.ts'

/** Events that come together are followed by one fetch. */
const REFETCH_AFTER_MS = 250

/** Keeps the hub list true while it is on the screen: patched at once, and soon asked again for order and page index. */
export function useLiveHubs(myNo: number): void {
  const cache = useQueryClient()
  useEffect(() => followHubs(cache, myNo), [cache, myNo])
}

function followHubs(cache: QueryClient, myNo: number): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined

  const refetch = () => refetchQueries(cache, hubKeys.pages)
  function refetchSoon() {
    timer ??= setTimeout(() => {
      timer = undefined
      refetch()
    }, REFETCH_AFTER_MS)
  }

  function patch(queryKey: readonly unknown[], change: (page: FriendsPage) => FriendsPage) {
    // An answer on its way is older than the event.
    void cache.cancelQueries({ queryKey: hubKeys.pages })
    cache.setQueriesData<FriendsPage>({ queryKey }, page => page && change(page))
    refetchSoon()
  }

  const stops = [
    onEvent('hub:added', ({ hub }) => patch(hubKeys.page(1), page => withHubAdded(page, hub))),
    onEvent('hub:removed', ({ hubNo }) => patch(hubKeys.pages, page => withHubRemoved(page, hubNo))),
    onEvent('members:changed', members => patch(hubKeys.pages, page => withMembers(page, members, myNo))),
    // A hub in which something is shared or said comes to the top.
    onEvent('note:shared', refetchSoon),
    onEvent('comment:posted', refetchSoon),
    onResync(refetch),
  ]
  return () => {
    clearTimeout(timer)
    for (const stop of stops) stop()
  }
}
