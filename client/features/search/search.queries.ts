import { keepPreviousData, type QueryClient, queryOptions } from '@tanstack/react-query'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import type { NoteView } from '#protocol/notes.ts'
import { type SearchGroup, searchAll } from '#protocol/search.ts'

/** Answers of a moment ago, for who deletes a sign and types it again. */
const FRESH_MS = 10_000
const RECENT_MAX = 5

/** `query`: null while nothing is asked for. Meanwhile what was found last stays, as placeholder data. */
export const searchAllQuery = (query: string | null, group: SearchGroup | null) =>
  queryOptions({
    queryKey: [...noteKeys.searchedAll, 'everywhere', query, group],
    queryFn: ({ signal }) =>
      callApi(searchAll, { query: query ?? '', ...(group !== null && { group }) }, { signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    // Whoever types asks again anyway.
    retry: false,
  })

/** The notes that were opened last on this page, as far as they are still known: the last first. */
export function recentNotes(cache: QueryClient): NoteView[] {
  return cache
    .getQueryCache()
    .findAll({ queryKey: [...noteKeys.all, 'one'] })
    .filter(({ state }) => state.status === 'success')
    .sort((one, other) => other.state.dataUpdatedAt - one.state.dataUpdatedAt)
    .slice(0, RECENT_MAX)
    .flatMap(({ state }) => (state.data as NoteView | undefined) ?? [])
}
