import { keepPreviousData } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLivePage } from '#client/live/useLivePage.ts'
import { discussionPage } from './discussion.queries.ts'

/** A page of a hub's shared notes, true while it is on the screen. */
export function useSharedNotes(hubNo: number, page: number, myNo: number) {
  const parts = useMemo(() => discussionPage({ hubNo, page, myNo }), [hubNo, page, myNo])
  // The notes of another hub would only mislead.
  return useLivePage(parts, (previous, query) =>
    query?.queryKey[1] === hubNo ? keepPreviousData(previous) : undefined,
  )
}
