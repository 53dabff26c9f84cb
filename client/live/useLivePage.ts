import { type UseQueryOptions, type UseQueryResult, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useMemo } from 'react'
import { createLivePage, type LivePageParts } from './livePage.ts'
import type { Versioned } from './versions.ts'

/** A page that is true while it is on the screen. `parts` are to be kept in a memo: others are another page. */
export function useLivePage<Page extends { version: number }, Event extends Versioned>(
  parts: LivePageParts<Page, Event>,
  placeholderData?: UseQueryOptions<Page>['placeholderData'],
): UseQueryResult<Page> {
  const cache = useQueryClient()
  const live = useMemo(() => createLivePage(cache, parts), [cache, parts])
  // Before the query, so that no event falls between the question and the listening.
  useEffect(() => live.follow(), [live])
  return useQuery<Page>({
    queryKey: live.queryKey,
    queryFn: live.queryFn,
    refetchOnMount: 'always',
    ...(placeholderData && { placeholderData }),
  })
}
