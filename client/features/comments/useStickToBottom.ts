import { type RefObject, useEffect, useRef } from 'react'
import { scrollerOf } from '#client/platform/browser/scroller.ts'
import { itemInUse } from './HeldPlace.tsx'

interface Parts {
  /** In which the items stand. */
  list: RefObject<HTMLElement | null>
  /** Right after the last of them. */
  end: RefObject<HTMLElement | null>
  /** Right below what is shown of the list. */
  below: RefObject<HTMLElement | null>
}

/**
 * Keeps the end of a list before its reader, whatever changes its height or its place: what is added, what grows, a letter that is
 * drawn later, a keyboard that comes up. It ends where they scroll away or use something. `isFollowing` is for whoever knows that
 * the end is before them.
 */
export function useStickToBottom({ list, end, below }: Parts, isShown: boolean) {
  const isFollowing = useRef(false)

  useEffect(() => {
    if (!isShown || list.current === null || end.current === null || below.current === null) return
    const [items, mark, foot] = [list.current, end.current, below.current]
    let topBefore = scrollerOf(mark).scrollTop

    function follow() {
      if (isFollowing.current && itemInUse(items) === null) scrollToEnd(mark, foot)
    }
    // The browser tells of the end only after the next drawing: what came meanwhile must not pull a reader back.
    function scrolled() {
      const { scrollTop } = scrollerOf(mark)
      const isEndShown = mark.getBoundingClientRect().top <= lowerEdge(foot)
      if (scrollTop < topBefore && !isEndShown) isFollowing.current = false
      topBefore = scrollTop
    }

    const resizes = new ResizeObserver(follow)
    for (const part of [items, mark.parentElement ?? items, foot]) resizes.observe(part)
    window.addEventListener('resize', follow)
    document.addEventListener('scroll', scrolled, { capture: true, passive: true })
    return () => {
      resizes.disconnect()
      window.removeEventListener('resize', follow)
      document.removeEventListener('scroll', scrolled, { capture: true })
    }
  }, [list, end, below, isShown])

  return {
    isFollowing,
    /** Shows the end, and follows it from now on. */
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

/** Where the list's visible part ends: at what stays below it, or at the window's edge where that scrolls with the page. */
function lowerEdge(below: HTMLElement): number {
  return Math.min(below.getBoundingClientRect().top, window.innerHeight)
}
