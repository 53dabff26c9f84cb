import { partialMatchKey, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { refetchQueries } from '#client/platform/calls/refetch.ts'

/** Events that come together are followed by one fetch, in milliseconds. */
const REFETCH_AFTER_MS = 250

interface Patch<Page> {
  queryKey: QueryKey
  change: (page: Page) => Page
}

/**
 * Changes pages in the cache by what is told, and has them asked for again. An answer may be older than what was told while it was on
 * its way, so that is done to it, too: none is given up, and whoever hears much over a slow line still gets each. `pages`: the key
 * under which all of them are.
 */
export function createPatching<Page>(cache: QueryClient, pages: QueryKey) {
  let patches: Patch<Page>[] = []
  /** By the hash of a query that is asked for, how many patches there were by then. */
  const asked = new Map<string, number>()
  let timer: ReturnType<typeof setTimeout> | undefined

  /** What was told since it was asked for. */
  function takeUp(hash: string, queryKey: QueryKey): void {
    const since = patches.slice(asked.get(hash) ?? 0)
    asked.delete(hash)
    for (const { change } of since.filter(patch => partialMatchKey(queryKey, patch.queryKey)))
      cache.setQueryData<Page>(queryKey, page => page && change(page))
  }

  const stopWatching = cache.getQueryCache().subscribe(told => {
    const { queryHash, queryKey } = told.query
    if (told.type !== 'updated' || !partialMatchKey(queryKey, pages)) return
    const { action } = told
    if (action.type === 'fetch') return void asked.set(queryHash, patches.length)
    if (action.type === 'success' && !action.manual) takeUp(queryHash, queryKey)
  })

  /** Not while an answer is on its way: it is waited for, and followed by another question. */
  function refetchSoon(): void {
    timer ??= setTimeout(() => {
      timer = undefined
      if (cache.isFetching({ queryKey: pages }) > 0) return refetchSoon()
      patches = []
      refetchQueries(cache, pages)
    }, REFETCH_AFTER_MS)
  }

  return {
    patch(queryKey: QueryKey, change: (page: Page) => Page): void {
      patches.push({ queryKey, change })
      cache.setQueriesData<Page>({ queryKey }, page => page && change(page))
      refetchSoon()
    },
    refetchSoon,
    stop(): void {
      clearTimeout(timer)
      stopWatching()
    },
  }
}
