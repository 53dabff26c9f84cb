import { type RefObject, useEffect, useState } from 'react'

/** The header's bar and the room's head cover this much of the top, in pixels. */
const COVERED_ABOVE_PX = 117

/**
 * How much of the screen's edges lies under the header and the room's head, and under the foot that follows a list and stays at the bottom:
 * an observer's `rootMargin`, anew whenever the foot becomes higher or lower.
 */
export function useCovered(list: RefObject<HTMLElement | null>, hasList: boolean): string {
  const [below, setBelow] = useState(0)

  useEffect(() => {
    const foot = list.current?.nextElementSibling
    if (!hasList || !(foot instanceof HTMLElement)) return
    const observer = new ResizeObserver(() => setBelow(foot.offsetHeight))
    observer.observe(foot)
    return () => observer.disconnect()
  }, [list, hasList])

  return `-${COVERED_ABOVE_PX}px 0px -${below}px`
}
