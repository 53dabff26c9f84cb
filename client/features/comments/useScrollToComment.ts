import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { bringIntoView } from '#client/platform/browser/bringIntoView.ts'
import { loadBackTo, type Place } from './comments.queries.ts'

/** How long a comment to which one was led is marked, in milliseconds. */
const LIT_MS = 2_500

/**
 * Leads to a comment of a thread, also to one further back than it is shown, and marks it for a moment. `place` is to be kept in
 * a memo.
 */
export function useScrollToComment(place: Place) {
  const cache = useQueryClient()
  const [litNo, setLit] = useState<number | null>(null)

  useEffect(() => {
    if (litNo === null) return
    const card = document.getElementById(commentId(litNo))?.closest('li')
    if (card) bringIntoView(card, 'center')
    card?.focus({ preventScroll: true })
    const timer = setTimeout(() => setLit(null), LIT_MS)
    return () => clearTimeout(timer)
  }, [litNo])

  /** Gives whether it stands in the thread. Rejects when that cannot be asked. */
  const lead = useCallback(
    async (commentNo: number): Promise<boolean> => {
      const isThere = await loadBackTo(cache, place, commentNo)
      if (isThere) setLit(commentNo)
      return isThere
    },
    [cache, place],
  )
  return { litNo, lead }
}

/** Of the element with a comment's text. */
export const commentId = (commentNo: number) => `comment-${commentNo}`
