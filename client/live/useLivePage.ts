import { type UseQueryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { createLivePage, type LivePageOptions } from './livePage.ts'
import type { Versioned } from './versions.ts'

/** A page that live events keep current while it is shown. Memoize `parts`: another object means another page. */
export function useLivePage<Page extends { version: number }, Event extends Versioned>(
  options: LivePageOptions<Page, Event>,
  placeholderData?: UseQueryOptions<Page>['placeholderData'],
): UseQueryResult<Page> {
  const cache = useQueryClient()
  const live = useMemo(() => createLivePage(cache, options), [cache, options])
  // Before the query, so that no event between request and subscription is missed.
  useEffect(() => live.subscribe(), [live])
  return useQuery<Page>({
    queryKey: live.queryKey,
    queryFn: live.queryFn,
    refetchOnMount: 'always',
    ...(placeholderData && { placeholderData }),
  })
}
