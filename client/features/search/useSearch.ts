import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useDebouncedValue } from '#client/platform/browser/useDebouncedValue.ts'
import { searchQueryField } from '#protocol/noteSearch.ts'
import type { SearchGroup } from '#protocol/search.ts'
import { type ChoiceGroup, choicesOf, countOf, recentChoices, shortcutChoices } from './search.choices.ts'
import { recentNotes, searchAllQuery } from './search.queries.ts'

/** From the last key on, in milliseconds. */
const SETTLES_MS = 120

/**
 * What is typed, and what is found by it. A syllable that is being composed counts as it stands there; the same words, with
 * other blanks around them or after a detour, are not asked for again.
 */
export function useSearch() {
  const cache = useQueryClient()
  const [typed, setTyped] = useState('')
  const [opened, setOpened] = useState<SearchGroup | null>(null)
  // What was known when the dialog was opened.
  const [offered] = useState(() => [...recentChoices(recentNotes(cache)), shortcutChoices()])
  const asked = searchQueryField.safeParse(typed)
  const wanted = asked.success ? asked.data : null
  const query = useDebouncedValue(wanted, SETTLES_MS)
  const found = useQuery(searchAllQuery(query, opened))
  const isIdle = wanted === null
  const groups = groupsOf()

  return {
    typed,
    type(text: string) {
      setTyped(text)
      setOpened(null)
    },
    /** Shows more of a group; null: all groups. */
    open: setOpened,
    groups,
    /** What is listed answers what is typed. */
    isCurrent: isIdle || (query === wanted && found.isSuccess && !found.isPlaceholderData),
    state: stateOf(),
    count: isIdle || !found.data ? null : countOf(found.data),
    query,
    error: found.error,
    isFetching: found.isFetching,
    retry() {
      void found.refetch()
    },
  }

  function groupsOf(): ChoiceGroup[] {
    if (isIdle) return typed.trim() === '' ? offered : []
    return found.data ? choicesOf(found.data, opened) : []
  }

  function stateOf(): 'idle' | 'tooLong' | 'loading' | 'failed' | 'none' | 'found' {
    if (isIdle) return typed.trim() === '' ? 'idle' : 'tooLong'
    if (found.isError) return 'failed'
    if (!found.data) return 'loading'
    return groups.length > 0 ? 'found' : 'none'
  }
}
