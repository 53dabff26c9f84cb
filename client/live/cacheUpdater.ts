import { partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { createThrottle } from '#client/platform/browser/timers.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'

/** Delay that batches refetches after events, in milliseconds. */
const REFETCH_AFTER_MS = 250

interface Patch<Page> {
  queryKey: QueryKey
  change: (page: Page) => Page
}

/**
 * Patches cached pages on events, then refetches them. A response in flight may predate an event, so the
 * patches since its request are applied to it too: no response is discarded, even if many events arrive over
 * a slow connection. `pages` is the key prefix of all pages.
 */
export function createCacheUpdater<Page>(cache: QueryClient, pages: QueryKey) {
  let patches: Patch<Page>[] = []
  /** Number of patches at the start of each fetch, by query hash. */
  const patchCounts = new Map<string, number>()

  /** Applies the patches since the request. */
  function applyPatches(hash: string, queryKey: QueryKey): void {
    const missed = patches.slice(patchCounts.get(hash) ?? 0)
    patchCounts.delete(hash)
    for (const { change } of missed.filter(patch => partialMatchKey(queryKey, patch.queryKey)))
      cache.setQueryData<Page>(queryKey, page => page && change(page))
  }

  const stopWatching = cache.getQueryCache().subscribe(event => {
    const { queryHash, queryKey } = event.query
    if (event.type !== 'updated' || !partialMatchKey(queryKey, pages)) return
    const { action } = event
    if (action.type === 'fetch') return void patchCounts.set(queryHash, patches.length)
    if (action.type === 'success' && !action.manual) applyPatches(queryHash, queryKey)
  })

  /** Waits for a fetch in flight before the next one. */
  const refetch = createThrottle(() => {
    if (cache.isFetching({ queryKey: pages }) > 0) return refetch.schedule()
    patches = []
    refetchQueries(cache, pages)
  }, REFETCH_AFTER_MS)

  return {
    patch(queryKey: QueryKey, change: (page: Page) => Page): void {
      patches.push({ queryKey, change })
      cache.setQueriesData<Page>({ queryKey }, page => page && change(page))
      refetch.schedule()
    },
    refetchSoon: refetch.schedule,
    stop(): void {
      refetch.cancel()
      stopWatching()
    },
  }
}
