import { QueryClient } from '@tanstack/react-query'
import { isPassing } from './callFailed.ts'

/** How long, in milliseconds, an answer counts as fresh; live events patch it meanwhile. */
const FRESH_MS = 30_000
const RETRIES = 2
/** Before the first retry; before the next one twice as long. */
const RETRY_MS = 1_000
/** Without a line waiting wins nothing. It is as long as what is kept on the device needs to come instead. */
const OFFLINE_RETRY_MS = 150
/** How long an answer that no screen shows is kept, in milliseconds: without a line there is nothing else to show. */
const KEPT_MS = 24 * 60 * 60 * 1000

/** The cache of everything the server said. Whether the network is there a call finds out itself, and says so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      gcTime: KEPT_MS,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < RETRIES && isPassing(error),
      retryDelay: failures => (navigator.onLine ? RETRY_MS * 2 ** failures : OFFLINE_RETRY_MS),
    },
    mutations: { networkMode: 'always' },
  },
})
