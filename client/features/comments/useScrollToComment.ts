import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai'
import { useCallback, useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { bringIntoView } from '#client/platform/browser/scrolling.ts'
import { failureText } from '#client/platform/calls/callFailed.ts'
import { t } from '#client/platform/language/language.ts'
import { useNumberParameter } from '#client/platform/router/navigation.tsx'
import { showToastAtom } from '#client/ui/toasts.ts'
import { loadBackTo, type ThreadPlace } from './comments.queries.ts'

/** Duration of the highlight, in milliseconds. */
const HIGHLIGHT_MS = 2_500

/**
 * Scrolls to a comment, loading older ones if needed, and highlights it for a moment. Memoize `place`.
 * @param onJump called before the thread scrolls.
 */
export function useScrollToComment(place: ThreadPlace, onJump: () => void) {
  const cache = useQueryClient()
  const showToast = useSetAtom(showToastAtom)
  const [highlightedNo, setHighlightedNo] = useState<number | null>(null)
  const beginJump = useEffectEvent(onJump)

  useEffect(() => {
    if (highlightedNo === null) return
    beginJump()
    const card = document.getElementById(commentId(highlightedNo))?.closest('li')
    if (card) bringIntoView(card, 'center')
    card?.focus({ preventScroll: true })
    const timer = setTimeout(() => setHighlightedNo(null), HIGHLIGHT_MS)
    return () => clearTimeout(timer)
  }, [highlightedNo])

  /** Returns false if the comment does not exist. Reports a failed request. */
  const scrollToComment = useCallback(
    async (commentNo: number): Promise<boolean> => {
      try {
        const exists = await loadBackTo(cache, place, commentNo)
        if (exists) setHighlightedNo(commentNo)
        return exists
      } catch (error) {
        showToast({ text: `${t('comments.loadFailed')} ${failureText(error)}` })
        return true
      }
    },
    [cache, place, showToast],
  )
  return { highlightedNo, scrollToComment }
}

export const commentId = (commentNo: number) => `comment-${commentNo}`

/**
 * Scrolls to the comment in the URL on each navigation. Returns whether the comment is missing.
 * @param onFound called when the comment was found or is missing, before the thread scrolls.
 */
export function useCommentInAddress(
  { scrollToComment }: Pick<ReturnType<typeof useScrollToComment>, 'scrollToComment'>,
  isLoaded: boolean,
  onFound: () => void,
) {
  const commentNo = useNumberParameter('comment')
  const { key } = useLocation()
  const [isMissing, setMissing] = useState(false)
  const scrollTo = useEffectEvent(scrollToComment)
  const notifyFound = useEffectEvent(onFound)

  // biome-ignore lint/correctness/useExhaustiveDependencies: the key scrolls again when the same link is followed again
  useEffect(() => {
    if (!isLoaded || commentNo === null) return
    void scrollTo(commentNo).then(exists => {
      setMissing(!exists)
      notifyFound()
    })
  }, [commentNo, isLoaded, key])

  return isMissing && commentNo !== null
}
