import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deletionKey, noteKeys, noteQuery } from '#client/features/notes/notes.queries.ts'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { refetchQueries } from '#client/platform/calls/queryClient.tsx'
import type { NoteView } from '#protocol/notes.ts'

/**
 * The version of the note to show. For a reader, a version fetched after the first response of this visit waits for `showNewest`, so
 * that the text does not change while they read. The author sees every version at once. If a deleted note comes back, its newest
 * version is shown.
 */
export function useShownNote(noteNo: number) {
  const note = useQuery(noteQuery(noteNo))
  const [pinned, setPinned] = useState<NoteView | null>(null)
  const { data, error, isFetchedAfterMount } = note
  const isDeleted = isNotFound(error)
  const isSame = data?.version === pinned?.version && data?.lastUpdate === pinned?.lastUpdate
  const showsAtOnce = pinned === null || data?.isAuthor || isSame
  if (isDeleted) {
    if (pinned !== null) setPinned(null)
  } else if (data && isFetchedAfterMount && showsAtOnce && data !== pinned) setPinned(data)

  return {
    note,
    shown: pinned ?? data,
    async showNewest() {
      await note.refetch()
      setPinned(null)
    },
  }
}

export type Withdrawal = 'cancelled' | 'deleted' | 'left'

interface NoteUpdates {
  /** Why the note is no longer readable in a hub. The event arrives before a refetch fails with 404. */
  withdrawn: Withdrawal | null
  /** Whether a response or an event has named a later change of the note, or of a part of its series. */
  isOutdated: (shown: NoteView) => boolean
}

type Change = Pick<NoteView, 'version' | 'lastUpdate'>

/** A change of a later part only changes the time. */
const isLater = (change: Change, than: Change) =>
  change.version > than.version || change.lastUpdate > than.lastUpdate

/** Refetches the note on the screen after events. */
export function useNoteUpdates(noteNo: number, fetched: NoteView | undefined): NoteUpdates {
  const cache = useQueryClient()
  const [withdrawn, setWithdrawn] = useState<Withdrawal | null>(null)
  const [newest, setNewest] = useState<Change | null>(null)
  const isAuthor = fetched?.isAuthor ?? false

  useEffect(() => {
    // The event about this screen's own deletion precedes the response, which then navigates away.
    const isDeleting = () => cache.isMutating({ mutationKey: deletionKey(noteNo) }) > 0
    const refetch = () => {
      if (isDeleting()) return
      refetchQueries(cache, noteKeys.detail(noteNo))
      refetchQueries(cache, noteKeys.series(noteNo))
    }
    /** About the note, or a part of the series that begins with it. */
    const isOfNote = (event: { noteNo: number; headNo?: number | undefined }) =>
      (event.headNo ?? event.noteNo) === noteNo
    return combineCleanups([
      onEvent('note:withdrawn', event => {
        if (event.noteNo !== noteNo) return
        setWithdrawn(event.reason)
        // The note may still be shared in another hub.
        refetch()
      }),
      onEvent('note:shared', event => event.note.noteNo === noteNo && refetch()),
      onEvent('note:changed', event => {
        if (event.noteNo !== noteNo) return
        if (isAuthor) refetch()
        else setNewest({ version: event.noteVersion, lastUpdate: event.lastUpdate })
      }),
      onEvent('writing:changed', event => event.noteNo === noteNo && refetch()),
      // From the author's other devices.
      onEvent('note:saved', event => isOfNote(event) && refetch()),
      onEvent('note:deleted', event => isOfNote(event) && refetch()),
      // Membership may change whether the user can read the note.
      onEvent('hub:added', refetch),
      onEvent('hub:removed', refetch),
      onResync(refetch),
    ])
  }, [cache, noteNo, isAuthor])

  return {
    withdrawn,
    isOutdated: shown => [newest, fetched].some(change => change && isLater(change, shown)),
  }
}
