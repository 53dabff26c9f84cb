import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { deletingKey, noteKeys } from '#client/features/notes/notes.queries.ts'
import { asOne, onEvent, onResync } from '#client/live/eventBus.ts'
import { refetchQueries } from '#client/platform/calls/refetch.ts'
import type { NoteView } from '#protocol/notes.ts'

export type Withdrawal = 'cancelled' | 'deleted' | 'left'

interface NoteUpdates {
  /** Why it left the last hub through which it was readable; told before the note itself answers that it is gone. */
  withdrawn: Withdrawal | null
  /** Of what was fetched or told of. */
  newestVersion: number
}

/** Hears what happens to the note on the screen. */
export function useNoteUpdates(noteNo: number, fetched: NoteView | undefined): NoteUpdates {
  const cache = useQueryClient()
  const [withdrawn, setWithdrawn] = useState<Withdrawal | null>(null)
  const [newest, setNewest] = useState(0)
  const isAuthor = fetched?.isAuthor ?? false

  useEffect(() => {
    // What this screen deletes is heard of before it is answered: the answer leads away.
    const isLeaving = () => cache.isMutating({ mutationKey: deletingKey(noteNo) }) > 0
    const fetchAgain = () => {
      if (!isLeaving()) refetchQueries(cache, noteKeys.one(noteNo))
    }
    return asOne([
      onEvent('note:withdrawn', event => {
        if (event.noteNo !== noteNo) return
        setWithdrawn(event.reason)
        // Another hub may still hold it: the server knows.
        fetchAgain()
      }),
      onEvent('note:shared', event => event.note.noteNo === noteNo && fetchAgain()),
      onEvent('note:changed', event => {
        if (event.noteNo !== noteNo) return
        if (isAuthor) fetchAgain()
        else setNewest(event.noteVersion)
      }),
      // An author's other devices.
      onEvent('note:saved', event => event.noteNo === noteNo && fetchAgain()),
      onEvent('note:deleted', event => event.noteNo === noteNo && fetchAgain()),
      // Who could not read it may now.
      onEvent('hub:added', fetchAgain),
      onEvent('hub:removed', fetchAgain),
      onResync(fetchAgain),
    ])
  }, [cache, noteNo, isAuthor])

  return { withdrawn, newestVersion: Math.max(newest, fetched?.version ?? 0) }
}
