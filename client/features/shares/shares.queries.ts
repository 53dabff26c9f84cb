import { keepPreviousData, type QueryClient, queryOptions, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { withHubRemoved, withMembers } from '#client/features/hubs/hubs.cache.ts'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { callAndCacheUnread } from '#client/live/unread.cache.ts'
import { useDebouncedValue } from '#client/platform/browser/useTimers.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import type { ReplyOf } from '#protocol/call.ts'
import { searchQueryField } from '#protocol/search.ts'
import { getShareHubs, getShareNotes } from '#protocol/shares.ts'

type ShareHubsReply = ReplyOf<typeof getShareHubs>

export interface ShareHubsPage extends Omit<ShareHubsReply, 'readCounts' | 'readerNos'> {
  /** Number of members who have opened the note, by hub number. */
  readCounts: ReadonlyMap<number, number>
  /** Their user numbers, by hub number. */
  readers: ReadonlyMap<number, readonly number[]>
}

/** Keyed by hub number, because hubs come and go while the page is open. */
export function shareHubsPage({ readCounts, readerNos = [], ...reply }: ShareHubsReply): ShareHubsPage {
  const counts = reply.hubs.map(({ hubNo }, index) => [hubNo, readCounts[index] ?? 0] as const)
  const readers = reply.hubs.map(({ hubNo }, index) => [hubNo, readerNos[index] ?? []] as const)
  return { ...reply, readCounts: new Map(counts), readers: new Map(readers) }
}

/** Idempotent. A new share cannot be written by the members. */
export function withSharing(page: ShareHubsPage, hubNo: number, isShared: boolean): ShareHubsPage {
  if (page.shared.includes(hubNo) === isShared) return page
  const others = page.shared.filter(other => other !== hubNo)
  return { ...withWriting(page, hubNo, false), shared: isShared ? [...others, hubNo] : others }
}

/** Idempotent. */
export function withWriting(page: ShareHubsPage, hubNo: number, isOn: boolean): ShareHubsPage {
  const others = page.writing?.filter(other => other !== hubNo) ?? []
  return { ...page, writing: isOn ? [...others, hubNo] : others }
}

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

/** Keeps the open panel current: its hubs, their members, and shares from other tabs. */
export function useLiveSharing(noteNo: number, myNo: number): void {
  const cache = useQueryClient()
  useEffect(() => subscribeToSharing(cache, noteNo, myNo), [cache, noteNo, myNo])
}

function subscribeToSharing(cache: QueryClient, noteNo: number, myNo: number): () => void {
  const queryKey = shareKeys.ofNote(noteNo)
  const patch = (change: (page: ShareHubsPage) => ShareHubsPage) =>
    cache.setQueriesData<ShareHubsPage>({ queryKey }, page => page && change(page))
  const refetch = () => refetchQueries(cache, queryKey)
  function setSharing(hubNo: number, isShared: boolean) {
    patch(page => withSharing(page, hubNo, isShared))
    // A response in flight may predate this event.
    if (cache.isFetching({ queryKey }) > 0) refetch()
  }

  return combineCleanups([
    onEvent('note:shared', ({ hubNo, note }) => {
      if (note.noteNo === noteNo) setSharing(hubNo, true)
    }),
    onEvent('note:withdrawn', event => {
      if (event.noteNo === noteNo) setSharing(event.hubNo, false)
    }),
    onEvent('members:changed', members => {
      patch(page => withMembers(page, members, myNo))
      refetch()
    }),
    onEvent('hub:removed', ({ hubNo }) => {
      patch(page => withHubRemoved(page, hubNo))
      refetch()
    }),
    onEvent('writing:changed', event => event.noteNo === noteNo && refetch()),
    onEvent('note:read', event => event.noteNo === noteNo && refetch()),
    onEvent('hub:added', refetch),
    onResync(refetch),
  ])
}

/** Keeps the list of the user's notes current: titles, and which are shared in the room. */
export function useLiveShareNotes(hubNo: number): void {
  const cache = useQueryClient()
  useEffect(() => {
    const refetch = () => refetchQueries(cache, shareKeys.notesFor(hubNo))
    return combineCleanups([
      onEvent('note:shared', event => event.hubNo === hubNo && refetch()),
      onEvent('note:withdrawn', event => event.hubNo === hubNo && refetch()),
      onEvent('note:saved', refetch),
      onEvent('note:deleted', refetch),
      onResync(refetch),
    ])
  }, [cache, hubNo])
}
