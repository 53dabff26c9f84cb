import { type QueryClient, queryOptions, useQuery } from '@tanstack/react-query'
import { noteKeys, ownNoteEvents } from '#client/features/notes/notes.queries.ts'
import { useDeferredRefetch } from '#client/live/useDeferredRefetch.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { getInbox } from '#protocol/inbox.ts'
import { getLatestNotes } from '#protocol/notes.ts'

/** Every save on this device asks for it again, as for all that is asked of notes. */
const latestNotesQuery = queryOptions({
  queryKey: [...noteKeys.all, 'latest'],
  queryFn: ({ signal }) => callApi(getLatestNotes, {}, { signal }),
  refetchOnMount: 'always',
})

/** What was written last, true while it is on the screen. */
export function useLatestNotes() {
  useDeferredRefetch(ownNoteEvents, refetchNotes)
  return useQuery(latestNotesQuery)
}

/** Whether they have written any note, as far as it is on the screen: nothing is asked for it. */
export function useHasWritten(): boolean {
  const { data } = useQuery({ ...latestNotesQuery, enabled: false })
  return data !== undefined && data.notes.length > 0
}

const refetchNotes = (cache: QueryClient) => refetchQueries(cache, latestNotesQuery.queryKey)

/** Apart from the bell's list, which stays as it was when it was opened. */
const latestNotificationsQuery = queryOptions({
  queryKey: ['newsAtHome'],
  queryFn: ({ signal }) => callApi(getInbox, {}, { signal }),
  refetchOnMount: 'always',
})

/** The newest of the inbox, true while they are on the screen. */
export function useLatestNotifications() {
  useDeferredRefetch(notificationEvents, refetchNotifications)
  return useQuery(latestNotificationsQuery)
}

const notificationEvents = ['inbox:changed'] as const
const refetchNotifications = (cache: QueryClient) => refetchQueries(cache, latestNotificationsQuery.queryKey)
