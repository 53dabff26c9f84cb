import type { QueryClient, QueryKey, QueryState } from '@tanstack/react-query'
import { isRejection } from './callFailed.ts'

/**
 * Asks again for what is on the screen. A first answer that is still on its way may be older than the news, and the cache
 * asks nothing while it waits for one: it is followed by another question.
 */
export function refetchQueries(cache: QueryClient, queryKey: QueryKey): void {
  void follow(cache, queryKey)
}

async function follow(cache: QueryClient, queryKey: QueryKey): Promise<void> {
  const expected = cache.getQueryCache().findAll({
    queryKey,
    fetchStatus: 'fetching',
    predicate: ({ state }) => state.data === undefined,
  })
  // Resolves when these have their answers, too.
  await cache.invalidateQueries({ queryKey })
  for (const { state, queryKey: answered } of expected)
    if (canBeOld(state)) void cache.invalidateQueries({ queryKey: answered, exact: true })
}

/** An answer, a refusal too: who was not let in before the news may be now. No answer at all is asked for by who has a line. */
function canBeOld({ status, error }: QueryState): boolean {
  return status === 'error' ? isRejection(error) : status === 'success'
}
