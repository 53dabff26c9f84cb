import { type RefObject, useLayoutEffect, useRef } from 'react'

/** The scroll offset of the room list in pixels, the same on the friends screen and beside a room. */
let lastScrollTop = 0

/** Keeps the offset when a room opens or closes, once the rows are known. Returns the ref for the scroll container. */
export function useListScroll(isKnown: boolean): RefObject<HTMLElement | null> {
  const scroller = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    const box = scroller.current
    if (!isKnown || box === null) return
    // Scrolling computes the layout.
    if (lastScrollTop > 0) box.scrollTo({ top: lastScrollTop, behavior: 'instant' })
    const remember = () => {
      lastScrollTop = box.scrollTop
    }
    box.addEventListener('scroll', remember, { passive: true })
    return () => box.removeEventListener('scroll', remember)
  }, [isKnown])

  return scroller
}
