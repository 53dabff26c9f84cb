import { type RefObject, useEffect, useRef, useState } from 'react'
import { isBeforeEyes, SIGHT_THRESHOLDS } from '#client/features/discussion/useSight.ts'
import { scrollerOf } from '#client/platform/browser/scroller.ts'
import type { CommentView } from '#protocol/comments.ts'

/** The header's bar, in pixels. */
const COVERED_ABOVE_PX = 60

export interface Looked {
  /** Whether the end of the thread was before the reader when it was last looked. */
  isAtEnd: boolean
  /** The comments that were before the reader once. */
  seenNos: ReadonlySet<number>
  /** The newest comment when it was last looked. */
  lookedAt: number
}

const NOTHING: Looked = {
  isAtEnd: false,
  seenNos: new Set(),
  lookedAt: 0,
}

/**
 * What a reader of a thread has before them, in a tab that can be seen. `list` is given to what holds the comments, each of which
 * bears its number as `data-comment`, `end` to what stands after them, `below` to what covers the page's bottom.
 */
export function useThreadEnd(comments: readonly Pick<CommentView, 'commentNo'>[]) {
  const list: RefObject<HTMLDivElement | null> = useRef(null)
  const end: RefObject<HTMLDivElement | null> = useRef(null)
  const below: RefObject<HTMLDivElement | null> = useRef(null)
  const [looked, setLooked] = useState(NOTHING)
  const oldest = comments[0]?.commentNo ?? 0
  const newest = comments.at(-1)?.commentNo ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: older comments are to be watched, too
  useEffect(() => {
    if (end.current === null) return
    if (document.hidden) setLooked(before => ({ ...before, isAtEnd: false, lookedAt: newest }))
    const covered = below.current?.offsetHeight ?? 0
    const scroller = scrollerOf(end.current)
    const observer = new IntersectionObserver(
      entries => setLooked(before => withEntries(before, entries, { end: end.current, newest, scroller })),
      { rootMargin: `-${COVERED_ABOVE_PX}px 0px -${covered}px`, threshold: SIGHT_THRESHOLDS },
    )
    observer.observe(end.current)
    for (const item of list.current?.querySelectorAll('[data-comment]') ?? []) observer.observe(item)
    return () => observer.disconnect()
  }, [oldest, newest])

  return { list, end, below, ...looked }
}

function withEntries(
  before: Looked,
  entries: IntersectionObserverEntry[],
  { end, newest, scroller }: { end: Element | null; newest: number; scroller: Element },
): Looked {
  const isAtEnd = entries.findLast(({ target }) => target === end)?.isIntersecting ?? before.isAtEnd
  const seen = entries
    .filter(entry => entry.target !== end && isBeforeEyes(entry, scroller.clientHeight))
    .map(({ target }) => Number(target.getAttribute('data-comment')))
    .filter(commentNo => !before.seenNos.has(commentNo))
  if (seen.length === 0 && isAtEnd === before.isAtEnd && newest === before.lookedAt) return before
  return { isAtEnd, seenNos: new Set([...before.seenNos, ...seen]), lookedAt: newest }
}
