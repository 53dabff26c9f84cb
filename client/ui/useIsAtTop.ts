import { type RefObject, useEffect, useRef, useState } from 'react'

/** The header's bar covers this much of the top, in pixels. */
const COVERED_PX = 60

/** Whether the element at the top of a list, to which `mark` is given, can be seen. */
export function useIsAtTop(): { mark: RefObject<HTMLDivElement | null>; isAtTop: boolean } {
  const mark = useRef<HTMLDivElement>(null)
  const [isAtTop, setAtTop] = useState(true)

  useEffect(() => {
    if (mark.current === null) return
    const observer = new IntersectionObserver(entries => setAtTop(entries.at(-1)?.isIntersecting ?? true), {
      rootMargin: `-${COVERED_PX}px 0px 0px`,
    })
    observer.observe(mark.current)
    return () => observer.disconnect()
  }, [])

  return { mark, isAtTop }
}
