import { queryClient } from '#client/platform/calls/queryClient.ts'

/** Resolves as soon as no question to the server waits for its answer. */
export function waitForQueries(): Promise<void> {
  return new Promise(resolve => {
    const look = () => {
      if (queryClient.isFetching() > 0) return
      stop()
      resolve()
    }
    const stop = queryClient.getQueryCache().subscribe(look)
    look()
  })
}
