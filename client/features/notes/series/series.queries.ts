import { queryOptions } from '@tanstack/react-query'
import { noteKeys } from '#client/features/notes/notes.queries.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import { decodeText } from '#protocol/encoding.ts'
import type { NoteView } from '#protocol/notes.ts'
import { getSeries, type SeriesView } from '#protocol/series.ts'

/** A note, or a part of a series, with its saved text. */
export interface Part {
  noteNo: number
  title: string
  /** Plain, not percent-encoded. */
  text: string
  version: number
}

/** Like the note itself, every mount refetches its series. */
export const seriesQuery = (headNo: number) =>
  queryOptions({
    queryKey: noteKeys.series(headNo),
    queryFn: ({ signal }) => callApi(getSeries, { noteNo: headNo }, { signal }),
    refetchOnMount: 'always',
  })

export function partOf({ noteNo, title, text, version }: NoteView): Part {
  return { noteNo, title, text: decodeText(text), version }
}

export function partsOf({ title, parts }: SeriesView): Part[] {
  return parts.map(({ noteNo, text, version }) => ({ noteNo, title, text: decodeText(text), version }))
}

/** A later part stands in no list: the first part stands for the series. */
export function isLaterPart({ noteNo, series }: Pick<NoteView, 'noteNo' | 'series'>): boolean {
  return series !== undefined && series.headNo !== noteNo
}
