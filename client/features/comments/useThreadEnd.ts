import { type RefObject, useEffect, useRef, useState } from 'react'

/** The header's bar, in pixels. */
const COVERED_ABOVE_PX = 60

interface Seen {
  /** Whether the end of the thread was before the reader when it was last looked. */
  isAtEnd: boolean
  /** All up to this comment were before the reader once. */
  seenUpTo: number
  /** The newest comment when it was last looked. */
  lookedAt: number
}

/**
 * Whether a reader has the end of a thread before them, in a tab that can be seen. `newest` is its newest comment's number, 0
 * for none. `end` is given to what stands after the comments, `below` to what covers the page's bottom.
 */
export function useThreadEnd(newest: number) {
  const end: RefObject<HTMLDivElement | null> = useRef(null)
  const below: RefObject<HTMLDivElement | null> = useRef(null)
  const [seen, setSeen] = useState<Seen>({ isAtEnd: false, seenUpTo: 0, lookedAt: 0 })

  useEffect(() => {
    if (end.current === null) return
    const look = (isAtEnd: boolean) =>
      setSeen(({ seenUpTo }) => ({ isAtEnd, seenUpTo: isAtEnd ? newest : seenUpTo, lookedAt: newest }))
    if (document.hidden) look(false)
    const covered = below.current?.offsetHeight ?? 0
    const observer = new IntersectionObserver(entries => look(entries.at(-1)?.isIntersecting ?? false), {
      rootMargin: `-${COVERED_ABOVE_PX}px 0px -${covered}px`,
    })
    observer.observe(end.current)
    return () => observer.disconnect()
  }, [newest])

  return { end, below, ...seen }
}
