import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { combineCleanups, onEvent, onResync } from '#client/live/eventBus.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { getNote, type SeriesPlaceView } from '#protocol/notes.ts'

export const SERIES_PLACE_KEY = ['seriesPlace'] as const

/** Null for a note that stands alone. */
const seriesPlaceQuery = (noteNo: number) =>
  queryOptions({
    queryKey: [...SERIES_PLACE_KEY, noteNo],
    queryFn: async ({ signal }) => (await callApi(getNote, { noteNo }, { signal })).series ?? null,
    // The editor knows it when it opens, and events change it.
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  })

/** The place of the note of an editor in its series; null for a note that stands alone. `known`: when the editor was opened. */
export function useSeriesPlace(
  noteNo: number | null,
  known: SeriesPlaceView | null | undefined,
): SeriesPlaceView | null {
  const cache = useQueryClient()
  const { data } = useQuery({
    ...seriesPlaceQuery(noteNo ?? 0),
    enabled: noteNo !== null,
    ...(known !== undefined && { initialData: known }),
  })
  const headNo = data?.headNo ?? noteNo

  useEffect(() => {
    const refetch = () => void cache.invalidateQueries({ queryKey: SERIES_PLACE_KEY })
    const refetchAfterOther = (event: { noteNo: number; headNo?: number | undefined }) => {
      if (event.noteNo !== noteNo && (event.headNo ?? event.noteNo) === headNo) refetch()
    }
    return combineCleanups([
      onEvent('note:saved', refetchAfterOther),
      onEvent('note:deleted', refetchAfterOther),
      onResync(() => headNo !== noteNo && refetch()),
    ])
  }, [cache, noteNo, headNo])

  return data ?? null
}
