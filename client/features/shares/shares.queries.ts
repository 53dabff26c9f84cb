import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { useState } from 'react'
import { callAndCacheUnread } from '#client/live/unread.cache.ts'
import { useDebouncedValue } from '#client/platform/browser/timing.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { searchQueryField } from '#protocol/search.ts'
import { getShareHubs, getShareNotes } from '#protocol/shares.ts'
import { shareHubsPage } from './shares.cache.ts'

export const shareKeys = {
  ofNote: (noteNo: number) => ['shares', noteNo] as const,
  page: (noteNo: number, query: string | undefined, page: number) =>
    [...shareKeys.ofNote(noteNo), query ?? '', page] as const,
  notesFor: (hubNo: number) => ['shareable notes', hubNo] as const,
}

/** `query` filters the rooms; undefined returns all. */
export const shareHubsQuery = (noteNo: number, query: string | undefined, page: number) =>
  queryOptions({
    queryKey: shareKeys.page(noteNo, query, page),
    queryFn: async ({ signal }) => {
      const input = { noteNo, curPageNo: page, needSharedList: 1, ...(query !== undefined && { query }) }
      return shareHubsPage(await callAndCacheUnread(getShareHubs, input, { signal }))
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

/** The user's notes to share in a room. `query` filters them; undefined returns all. */
export const shareNotesQuery = (hubNo: number, query: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...shareKeys.notesFor(hubNo), query ?? '', page],
    queryFn: ({ signal }) =>
      callApi(getShareNotes, { hubNo, curPageNo: page, ...(query !== undefined && { query }) }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

/** Debounce delay while typing, in milliseconds. */
const DEBOUNCE_MS = 150

/** Debounced search query of a list. @param onType resets the list to its first page. */
export function useShareSearch(onType: () => void) {
  const [typed, setTyped] = useState('')
  const input = searchQueryField.safeParse(useDebouncedValue(typed, DEBOUNCE_MS))
  return {
    typed,
    /** Undefined if there is nothing to search for. */
    query: input.success ? input.data : undefined,
    type(text: string) {
      setTyped(text)
      onType()
    },
  }
}
