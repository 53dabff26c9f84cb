import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { noteQuery } from '#client/features/notes/notes.queries.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import type { NoteView } from '#protocol/notes.ts'

/**
 * The note as it is shown. A reader decides when the text under their eyes changes: a newer one that was fetched after the
 * first answer of this visit waits for `showNewest`. An author sees their own at once. Once the note is gone nothing is under their
 * eyes: if it comes back, it is shown as it is then.
 */
export function useShownNote(noteNo: number) {
  const note = useQuery(noteQuery(noteNo))
  const [held, setHeld] = useState<NoteView | null>(null)
  const { data, error, isFetchedAfterMount } = note
  const isGone = isNotFound(error)
  const follows = held === null || data?.isAuthor || data?.version === held.version
  if (isGone) {
    if (held !== null) setHeld(null)
  } else if (data && isFetchedAfterMount && follows && data !== held) setHeld(data)

  return {
    note,
    shown: held ?? data,
    async showNewest() {
      await note.refetch()
      setHeld(null)
    },
  }
}
