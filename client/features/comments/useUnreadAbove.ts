import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { leadTo } from '#client/platform/browser/leadTo.ts'
import { newestSeenOfOthers, type Thread } from './comments.cache.ts'
import { loadBackTo, type Place, readUpToComment } from './comments.queries.ts'
import { UNREAD_ID } from './UnreadLine.tsx'

interface Unread extends Pick<Thread, 'comments' | 'unreadBefore'> {
  myNo: number
  /** The first comment below the line, once that is shown. */
  before: number | null
}

/** What to do about unread comments that are further back than a thread is shown. */
export function useUnreadAbove(place: Place, { comments, unreadBefore, myNo, before }: Unread) {
  const cache = useQueryClient()
  const isWanted = useRef(false)

  useEffect(() => {
    if (!isWanted.current || before === null) return
    isWanted.current = false
    leadTo(UNREAD_ID, 'center')
  }, [before])

  const going = useMutation({
    mutationFn: () => loadBackTo(cache, place, unreadBefore?.firstNo ?? 0),
    onMutate() {
      isWanted.current = true
    },
  })
  const skipping = useMutation({
    mutationFn: () =>
      readUpToComment(cache, place, newestSeenOfOthers({ comments }, myNo, Number.POSITIVE_INFINITY), myNo),
  })
  return { going, skipping }
}
