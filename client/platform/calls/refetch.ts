import type { QueryClient, QueryKey, QueryState } from '@tanstack/react-query'
import { isRejection } from './callFailed.ts'

/**
 * Refetches the active queries. React Query does not refetch a query whose first fetch is pending, but that response may be older than
 * the change. Such a query is refetched after its first response.
 */
export function refetchQueries(cache: QueryClient, queryKey: QueryKey): void {
  void invalidate(cache, queryKey)
}

async function invalidate(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  const pending = cache.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  // Resolves when the pending queries have their responses as well.
  await cache.invalidateQueries({ queryKey })
  for (const { state, queryKey: pendingKey } of pending)
    if (canBeStale(state)) void cache.invalidateQueries({ queryKey: pendingKey, exact: true })
}

/** A rejection may be stale as well: the change may have given access. Without a response, the query retries by itself. */
function canBeStale({ status, error }: QueryState): boolean {
  return status === 'error' ? isRejection(error) : status === 'success'
}
