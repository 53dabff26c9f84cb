import {
  hashKey,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { prerendered } from '#client/platform/browser/prerenderedData.ts'
import { isRejection, isTransient } from './callFailed.ts'

/** In milliseconds. Live events update the cached responses in the meantime. */
const STALE_TIME_MS = 30_000
const RETRIES = 2
/** Before the first retry, in milliseconds; doubled for each further one. */
const RETRY_MS = 1_000
/** Waiting does not help offline. It leaves just enough time to restore the persisted query. */
const OFFLINE_RETRY_MS = 150
/** In milliseconds. Offline there is nothing else to show, so unused queries stay cached for a day. */
const CACHE_TIME_MS = 24 * 60 * 60 * 1000

/** The network mode is `always`: a call detects by itself that the network is missing, and fails with `offline`. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: STALE_TIME_MS,
      gcTime: CACHE_TIME_MS,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < RETRIES && isTransient(error),
      retryDelay: failures => (navigator.onLine ? RETRY_MS * 2 ** failures : OFFLINE_RETRY_MS),
    },
    mutations: { networkMode: 'always' },
  },
})

for (const [key, data] of prerendered.queries) queryClient.setQueryData(key, data)
const prerenderedHashes = new Set(prerendered.queries.map(([key]) => hashKey(key)))

/** Whether the data is still that of the prerendered page. A live page fetches it when its connection opens, so mounting need not. */
export function isPrerendered({
  queryHash,
  state,
}: {
  queryHash: string
  state: { dataUpdateCount: number; dataUpdatedAt: number }
}): boolean {
  const isRecent = Date.now() - state.dataUpdatedAt < STALE_TIME_MS
  return isRecent && state.dataUpdateCount === 1 && prerenderedHashes.has(queryHash)
}

/** Resolves once no query is fetching. */
export function waitForQueries(): Promise<void> {
  return new Promise(resolve => {
    const check = () => {
      if (queryClient.isFetching() > 0) return
      unsubscribe()
      resolve()
    }
    const unsubscribe = queryClient.getQueryCache().subscribe(check)
    check()
  })
}

export function Queries({ children }: { children: ReactNode }) {
  return <QueryClientProvider client={queryClient}>{children}</QueryClientProvider>
}

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
