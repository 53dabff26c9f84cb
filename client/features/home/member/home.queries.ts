import { queryOptions } from '@tanstack/react-query'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { onEvent, onResync } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getInbox } from '#protocol/inbox.ts'
import { getLatestNotes } from '#protocol/notes.ts'

/** Every save on this device asks for it again, as for all that is asked of notes. */
export const latestNotesQuery = queryOptions({
  queryKey: [...noteKeys.all, 'latest'],
  queryFn: ({ signal }) => callApi(getLatestNotes, {}, { signal }),
  refetchOnMount: 'always',
})

export const followNotes = (hear: () => void) => [
  onEvent('note:saved', hear),
  onEvent('note:deleted', hear),
  onResync(hear),
]

/** Apart from the bell's list, which stays as it was when it was opened. */
export const latestNewsQuery = queryOptions({
  queryKey: ['newsAtHome'],
  queryFn: ({ signal }) => callApi(getInbox, {}, { signal }),
  refetchOnMount: 'always',
})

export const followNews = (hear: () => void) => [onEvent('inbox:changed', hear), onResync(hear)]
