import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { NoteView } from '#protocol/notes.ts'
import type { SeriesView } from '#protocol/series.ts'
import { type Part, partOf, partsOf, seriesQuery } from './series.queries.ts'

/**
 * The parts of the shown note, in order; the note itself if it stands alone. Null while they load. Like the note, the text does not change
 * while somebody other than the author reads it.
 */
export function useShownParts(note: NoteView | undefined) {
  const headNo = note?.series?.headNo
  const query = useQuery({ ...seriesQuery(headNo ?? 0), enabled: headNo !== undefined })
  const [pinned, setPinned] = useState<SeriesView | null>(null)
  const { data, isFetchedAfterMount } = query
  const showsAtOnce = pinned === null || note?.isAuthor
  if (headNo === undefined) {
    if (pinned !== null) setPinned(null)
  } else if (data && isFetchedAfterMount && showsAtOnce && data !== pinned) setPinned(data)

  const shown = headNo === undefined ? undefined : (pinned ?? data)
  const parts = useMemo((): readonly Part[] | null => {
    if (note === undefined) return null
    if (note.series === undefined) return [partOf(note)]
    return shown ? partsOf(shown) : null
  }, [note, shown])

  return {
    parts,
    /** The query of a series that could not be loaded. */
    failed: headNo !== undefined && query.isError && parts === null ? query : null,
    async showNewest() {
      if (headNo !== undefined) await query.refetch()
      setPinned(null)
    },
  }
}
