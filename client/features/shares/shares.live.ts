import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { withHubRemoved, withMembers } from '#client/features/hubs/hubs.cache.ts'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import { type ShareHubsPage, withSharing } from './shares.cache.ts'
import { shareKeys } from './shares.queries.ts'

/** Keeps the panel true while it is open: its hubs, who is in them, and where another tab shared the note. */
export function useLiveSharing(noteNo: number, myNo: number): void {
  const cache = useQueryClient()
  useEffect(() => followSharing(cache, noteNo, myNo), [cache, noteNo, myNo])
}

function followSharing(cache: QueryClient, noteNo: number, myNo: number): () => void {
  const queryKey = shareKeys.ofNote(noteNo)
  const patch = (change: (page: ShareHubsPage) => ShareHubsPage) =>
    cache.setQueriesData<ShareHubsPage>({ queryKey }, page => page && change(page))
  const refetch = () => refetchQueries(cache, queryKey)
  function setSharing(hubNo: number, isShared: boolean) {
    patch(page => withSharing(page, hubNo, isShared))
    // An answer on its way may be older than this.
    if (cache.isFetching({ queryKey }) > 0) refetch()
  }

  return asOne([
    onEvent('note:shared', ({ hubNo, note }) => {
      if (note.noteNo === noteNo) setSharing(hubNo, true)
    }),
    onEvent('note:withdrawn', told => {
      if (told.noteNo === noteNo) setSharing(told.hubNo, false)
    }),
    onEvent('members:changed', members => {
      patch(page => withMembers(page, members, myNo))
      refetch()
    }),
    onEvent('hub:removed', ({ hubNo }) => {
      patch(page => withHubRemoved(page, hubNo))
      refetch()
    }),
    onEvent('note:read', told => told.noteNo === noteNo && refetch()),
    onEvent('hub:added', refetch),
    onResync(refetch),
  ])
}

/** Keeps the list of one's own notes true while it is open: which are shared in the room, and what they are called. */
export function useLiveShareNotes(hubNo: number): void {
  const cache = useQueryClient()
  useEffect(() => {
    const refetch = () => refetchQueries(cache, shareKeys.notesFor(hubNo))
    return asOne([
      onEvent('note:shared', told => told.hubNo === hubNo && refetch()),
      onEvent('note:withdrawn', told => told.hubNo === hubNo && refetch()),
      onEvent('note:saved', refetch),
      onEvent('note:deleted', refetch),
      onResync(refetch),
    ])
  }, [cache, hubNo])
}
