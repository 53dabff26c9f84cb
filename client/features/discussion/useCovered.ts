import { type RefObject, useEffect, useState } from 'react'
import { useMediaQuery } from '#client/platform/browser/useMediaQuery.ts'
import { LOW_WINDOW } from '#client/ui/lowWindow.ts'

/** The header's bar and the room's head cover this much of the top, in pixels. */
const COVERED_ABOVE_PX = 117
/** The header's bar alone, in a low window. */
const COVERED_IN_LOW_WINDOW_PX = 48

/**
 * How much of the screen's edges lies under the header and the room's head, and under the foot that follows a list and stays at the bottom:
 * an observer's `rootMargin`, anew whenever the foot becomes higher or lower.
 */
export function useCovered(list: RefObject<HTMLElement | null>, hasList: boolean): string {
  const [below, setBelow] = useState(0)
  const isLow = useMediaQuery(LOW_WINDOW)

  useEffect(() => {
    const foot = list.current?.nextElementSibling
    if (!hasList || !(foot instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => setBelow(foot.offsetHeight))
    observer.observe(foot)
    return () => observer.disconnect()
  }, [list, hasList])

  if (isLow) return `-${COVERED_IN_LOW_WINDOW_PX}px 0px 0px`
  return `-${COVERED_ABOVE_PX}px 0px -${below}px`
}
