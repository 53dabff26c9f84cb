import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callAndCacheUnread } from '#client/live/callAndCacheUnread.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getShareHubs, getShareNotes } from '#protocol/shares.ts'
import { shareHubsPage } from './shares.cache.ts'

export const shareKeys = {
  ofNote: (noteNo: number) => ['shares', noteNo] as const,
  page: (noteNo: number, query: string | undefined, page: number) =>
    [...shareKeys.ofNote(noteNo), query ?? '', page] as const,
  notesFor: (hubNo: number) => ['shareable notes', hubNo] as const,
}

/** `query`: of the rooms that hold it; undefined: of all. */
export const shareHubsQuery = (noteNo: number, query: string | undefined, page: number) =>
  queryOptions({
    queryKey: shareKeys.page(noteNo, query, page),
    queryFn: async ({ signal }) => {
      const asked = { noteNo, curPageNo: page, needSharedList: 1, ...(query !== undefined && { query }) }
      return shareHubsPage(await callAndCacheUnread(getShareHubs, asked, { signal }))
    },
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })

/** One's own notes, to be shared in a room. `query`: of those that hold it; undefined: of all. */
export const shareNotesQuery = (hubNo: number, query: string | undefined, page: number) =>
  queryOptions({
    queryKey: [...shareKeys.notesFor(hubNo), query ?? '', page],
    queryFn: ({ signal }) =>
      callApi(getShareNotes, { hubNo, curPageNo: page, ...(query !== undefined && { query }) }, { signal }),
    placeholderData: keepPreviousData,
    refetchOnMount: 'always',
  })
