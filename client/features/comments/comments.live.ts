import { useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useLivePage } from '#client/live/useLivePage.ts'
import { useSeenReport } from '#client/live/useSeenReport.ts'
import { newestOfOthers } from './comments.cache.ts'
import { readUpToComment, threadPage } from './comments.queries.ts'

/** What is said about a note in a hub, true while it is on the screen, and read while the tab is looked at. */
export function useThread(hubNo: number, noteNo: number, myNo: number) {
  const cache = useQueryClient()
  const parts = useMemo(() => threadPage(cache, { hubNo, noteNo }), [cache, hubNo, noteNo])
  const query = useLivePage(parts)

  const newest = query.data ? newestOfOthers(query.data, myNo) : 0
  useSeenReport(newest === 0 ? null : newest, commentNo =>
    readUpToComment(cache, { hubNo, noteNo }, commentNo),
  )
  return query
}
