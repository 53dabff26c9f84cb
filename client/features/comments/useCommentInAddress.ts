import { useEffect, useEffectEvent, useState } from 'react'
import { useLocation } from 'react-router'
import { useNumberInAddress } from '#client/platform/router/pageInAddress.ts'
import type { useScrollToComment } from './useScrollToComment.ts'

/** Leads to the comment in the address, once for each time that one comes there. Gives whether it is gone. */
export function useCommentInAddress(
  { lead }: Pick<ReturnType<typeof useScrollToComment>, 'lead'>,
  isKnown: boolean,
) {
  const commentNo = useNumberInAddress('comment')
  const { key } = useLocation()
  const [isGone, setGone] = useState(false)
  const follow = useEffectEvent(lead)

  // biome-ignore lint/correctness/useExhaustiveDependencies: whoever follows the same link again is led there again
  useEffect(() => {
    if (!isKnown || commentNo === null) return
    // Without a line it is told by the thread itself.
    follow(commentNo).then(
      isThere => setGone(!isThere),
      () => {},
    )
  }, [commentNo, isKnown, key])

  return isGone && commentNo !== null
}
