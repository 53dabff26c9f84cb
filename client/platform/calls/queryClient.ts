import { QueryClient } from '@tanstack/react-query'
import { CallFailed } from './callFailed.ts'

/** How long, in milliseconds, an answer counts as fresh; live events patch it meanwhile. */
const FRESH_MS = 30_000
const RETRIES = 2

/** The cache of everything the server said. Whether the network is there a call finds out itself, and says so. */
export const queryClient = new QueryClient({
  defaultOptions: {
    queries: {
      staleTime: FRESH_MS,
      networkMode: 'always',
      refetchOnReconnect: true,
      retry: (failures, error) => failures < RETRIES && error instanceof CallFailed && error.isPassing,
    },
    mutations: { networkMode: 'always' },
  },
})
