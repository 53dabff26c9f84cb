import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withHubRemoved, withMembers } from '#client/features/hubs/hubs.cache.ts'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { type ShareHubsPage, withSharing } from './shares.cache.ts'
import { shareKeys } from './shares.queries.ts'

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
