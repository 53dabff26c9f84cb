import { useEffect, useState } from 'react'
import type { WrittenHeading } from '#client/markdown/heading.rules.ts'
import { scrollerOf } from '#client/platform/browser/scroller.ts'
import { lastPassed, readingLine } from './outline.rules.ts'

/** Under which heading the reader is; undefined before the first. */
export function useCurrentHeading(headings: readonly WrittenHeading[]): WrittenHeading | undefined {
  const [current, setCurrent] = useState<WrittenHeading>()

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const line = readingLine(window.innerHeight, leftBelow(headings[0]))
      setCurrent(lastPassed(headings, ({ id }) => topOf(id) < line))
    }
    const lookSoon = () => {
      if (frame === 0) frame = requestAnimationFrame(look)
    }
    const listening = new AbortController()
    // The note may have a scroller of its own, whose scrolling only passes the window.
    const options = { passive: true, capture: true, signal: listening.signal }
    window.addEventListener('scroll', lookSoon, options)
    window.addEventListener('resize', lookSoon, options)
    look()
    return () => {
      listening.abort()
      cancelAnimationFrame(frame)
    }
  }, [headings])

  return current
}

/** How far, in pixels, what these stand in can still be scrolled down. */
function leftBelow(heading: WrittenHeading | undefined): number {
  const drawn = heading && document.getElementById(heading.id)
  if (!drawn) return Number.POSITIVE_INFINITY
  const { scrollHeight, scrollTop, clientHeight } = scrollerOf(drawn)
  return scrollHeight - scrollTop - clientHeight
}

/** In pixels from the window's top; what is not drawn yet lies below all. */
function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}
