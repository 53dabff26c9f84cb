import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { noteKeys, ownNoteEvents } from '#client/features/notes/notes.queries.ts'
import { useDeferredRefetch } from '#client/live/useDeferredRefetch.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import { getInbox } from '#protocol/inbox.ts'
import { getLatestNotes } from '#protocol/notes.ts'

/** The key is below `noteKeys.all`, so each save on this device invalidates it. */
const latestNotesQuery = queryOptions({
  queryKey: [...noteKeys.all, 'latest'],
  queryFn: ({ signal }) => callApi(getLatestNotes, {}, { signal }),
  // Components that appear with the response share it.
  staleTime: 1_000,
})

/** The live list of the latest notes. */
export function useLatestNotes() {
  useDeferredRefetch(ownNoteEvents, refetchNotes)
  return useQuery(latestNotesQuery)
}

/** Whether the cached list has a note. Sends no request. */
export function useHasWritten(): boolean {
  const { data } = useQuery({ ...latestNotesQuery, enabled: false })
  return data !== undefined && data.notes.length > 0
}

export const refetchNotes = (cache: QueryClient) => refetchQueries(cache, latestNotesQuery.queryKey)

/** Separate from the list of the bell, which does not change while open. */
const latestNotificationsQuery = queryOptions({
  queryKey: ['homeNotifications'],
  queryFn: ({ signal }) => callApi(getInbox, {}, { signal }),
  refetchOnMount: 'always',
})

/** The live list of the latest notifications. */
export function useLatestNotifications() {
  useDeferredRefetch(notificationEvents, refetchNotifications)
  return useQuery(latestNotificationsQuery)
}

const notificationEvents = ['inbox:changed'] as const
const refetchNotifications = (cache: QueryClient) => refetchQueries(cache, latestNotificationsQuery.queryKey)
