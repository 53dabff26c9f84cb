import { useEffect, useState } from 'react'
import type { WrittenHeading } from '#client/markdown/heading.rules.ts'
import { lastPassed } from './outline.rules.ts'

/** As a part of the window's height: what begins above this line is being read. */
const READING_LINE = 0.3

/** Under which heading the reader is; undefined before the first. */
export function useCurrentHeading(headings: readonly WrittenHeading[]): WrittenHeading | undefined {
  const [current, setCurrent] = useState<WrittenHeading>()

  useEffect(() => {
    let frame = 0
    const look = () => {
      frame = 0
      const line = window.innerHeight * READING_LINE
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

/** In pixels from the window's top; what is not drawn yet lies below all. */
function topOf(id: string): number {
  return document.getElementById(id)?.getBoundingClientRect().top ?? Number.POSITIVE_INFINITY
}
