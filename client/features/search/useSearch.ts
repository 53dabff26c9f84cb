import {
  keepPreviousData,
  type QueryClient,
  queryOptions,
  useQuery,
  useQueryClient,
} from '@tanstack/react-query'
import { useState } from 'react'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { isLaterPart } from '#client/features/notes/series/series.queries.ts'
import { useDebouncedValue } from '#client/platform/browser/useTimers.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import type { NoteView } from '#protocol/notes.ts'
import { type SearchGroup, searchAll, searchQueryField } from '#protocol/search.ts'
import { type ChoiceGroup, choicesOf, countOf, recentChoices, shortcutChoices } from './search.choices.ts'

const DEBOUNCE_MS = 120

/**
 * The search state. A composed syllable counts as typed. The same query with other whitespace is not
 * requested again.
 */
export function useSearch() {
  const cache = useQueryClient()
  const [input, setInputText] = useState('')
  const [openGroup, setOpenGroup] = useState<SearchGroup | null>(null)
  // Computed when the dialog opens.
  const [suggestions] = useState(() => [...recentChoices(recentNotes(cache)), shortcutChoices()])
  const parsedQuery = searchQueryField.safeParse(input)
  const inputQuery = parsedQuery.success ? parsedQuery.data : null
  const query = useDebouncedValue(inputQuery, DEBOUNCE_MS)
  const results = useQuery(searchAllQuery(query, openGroup))
  const isIdle = inputQuery === null
  const groups = groupsOf()

  return {
    input,
    setInput(text: string) {
      setInputText(text)
      setOpenGroup(null)
    },
    /** Shows one group alone; null shows all. */
    showGroup: setOpenGroup,
    groups,
    /** Whether the results match the input. */
    isCurrent: isIdle || (query === inputQuery && results.isSuccess && !results.isPlaceholderData),
    state: stateOf(),
    count: isIdle || !results.data ? null : countOf(results.data),
    query,
    error: results.error,
    isFetching: results.isFetching,
    retry() {
      void results.refetch()
    },
  }

  function groupsOf(): ChoiceGroup[] {
    if (isIdle) return input.trim() === '' ? suggestions : []
    return results.data ? choicesOf(results.data, query ?? '', openGroup) : []
  }

  function stateOf(): 'idle' | 'tooLong' | 'loading' | 'failed' | 'none' | 'found' {
    if (isIdle) return input.trim() === '' ? 'idle' : 'tooLong'
    if (results.isError) return 'failed'
    if (!results.data) return 'loading'
    return groups.length > 0 ? 'found' : 'none'
  }
}

/** Caches recent results, for a user who deletes a character and types it again. */
const FRESH_MS = 10_000

const RECENT_MAX = 5

/** `query` is null before any input. The last results stay as placeholder data. */
const searchAllQuery = (query: string | null, group: SearchGroup | null) =>
  queryOptions({
    queryKey: [...noteKeys.searches, 'everywhere', query, group],
    queryFn: ({ signal }) =>
      callApi(searchAll, { query: query ?? '', ...(group !== null && { group }) }, { signal }),
    enabled: query !== null,
    placeholderData: keepPreviousData,
    staleTime: FRESH_MS,
    gcTime: FRESH_MS,
    // The next keystroke sends another request.
    retry: false,
  })

/** The most recently opened notes in the cache. */
function recentNotes(cache: QueryClient): NoteView[] {
  return cache
    .getQueryCache()
    .findAll({ queryKey: [...noteKeys.all, 'one'] })
    .filter(({ state }) => state.status === 'success')
    .sort((a, b) => b.state.dataUpdatedAt - a.state.dataUpdatedAt)
    .flatMap(({ state }) => (state.data as NoteView | undefined) ?? [])
    .filter(note => !isLaterPart(note))
    .slice(0, RECENT_MAX)
}
