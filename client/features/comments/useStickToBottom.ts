import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'
import { UNREAD_ID } from './CommentCard.tsx'
import { itemInUse } from './ScrollAnchor.tsx'

interface Parts {
  /** The element that holds the items. */
  list: RefObject<HTMLElement | null>
  /** The element after the last item. */
  end: RefObject<HTMLElement | null>
  /** The element below the visible part of the list. */
  below: RefObject<HTMLElement | null>
}

/**
 * Keeps the end of a list visible when its height or position changes: new items, late fonts, an on-screen
 * keyboard. Stops when the reader scrolls away or interacts with an item. Set `isFollowing` when the end is
 * visible.
 */
export function useStickToBottom({ list, end, below }: Parts, isShown: boolean) {
  const isFollowing = useRef(false)

  useEffect(() => {
    if (!isShown || list.current === null || end.current === null || below.current === null) return
    const [items, mark, footer] = [list.current, end.current, below.current]
    let lastScrollTop = scrollerOf(mark).scrollTop

    function keepAtEnd() {
      if (isFollowing.current && itemInUse(items) === null) scrollToEnd(mark, footer)
    }
    // The IntersectionObserver reports late; content that arrived in between must not pull the reader back.
    function onScroll() {
      const { scrollTop } = scrollerOf(mark)
      const isEndShown = mark.getBoundingClientRect().top <= lowerEdge(footer)
      if (scrollTop < lastScrollTop && !isEndShown) isFollowing.current = false
      lastScrollTop = scrollTop
    }

    const resizes = new ResizeObserver(keepAtEnd)
    for (const part of [items, mark.parentElement ?? items, footer]) resizes.observe(part)
    window.addEventListener('resize', keepAtEnd)
    document.addEventListener('scroll', onScroll, { capture: true, passive: true })
    return () => {
      resizes.disconnect()
      window.removeEventListener('resize', keepAtEnd)
      document.removeEventListener('scroll', onScroll, { capture: true })
    }
  }, [list, end, below, isShown])

  return {
    isFollowing,
    /** Scrolls to the end and stays there. */
    showEnd() {
      isFollowing.current = true
      if (end.current && below.current) scrollToEnd(end.current, below.current)
    },
  }
}

function scrollToEnd(end: HTMLElement, below: HTMLElement): void {
  const scroller = scrollerOf(end)
  if (scroller !== document.scrollingElement) {
    scroller.scrollTo({ top: scroller.scrollHeight, behavior: 'instant' })
    return
  }
  const covered = end.getBoundingClientRect().bottom - lowerEdge(below)
  window.scrollBy({ top: Math.ceil(covered), behavior: 'instant' })
}

/**
 * Bottom of the visible part: the element below the list, or the window's edge where that element scrolls
 * with the page.
 */
function lowerEdge(below: HTMLElement): number {
  return Math.min(below.getBoundingClientRect().top, window.innerHeight)
}

/** Space above the divider, in pixels, that shows the last read comment. */
const ABOVE_LINE_PX = 96

/**
 * A thread in its own scroller opens at the unread divider, else at its end. A thread below a note starts
 * with the note.
 */
export function useInitialScroll(end: RefObject<HTMLElement | null>, isLoaded: boolean): void {
  useLayoutEffect(() => {
    if (!isLoaded || end.current === null) return
    const scroller = scrollerOf(end.current)
    if (scroller === document.scrollingElement) return
    const divider = document.getElementById(UNREAD_ID)
    if (divider === null) scroller.scrollTop = scroller.scrollHeight
    else
      scroller.scrollTop +=
        divider.getBoundingClientRect().top - scroller.getBoundingClientRect().top - ABOVE_LINE_PX
  }, [end, isLoaded])
}
