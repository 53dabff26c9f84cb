import { type RefObject, useEffect, useRef, useState } from 'react'
import { isBeforeEyes, SIGHT_THRESHOLDS } from '#client/features/discussion/useSight.ts'
import { scrollerOf } from '#client/platform/browser/scroller.ts'
import type { CommentView } from '#protocol/comments.ts'
import { useStickToBottom } from './useStickToBottom.ts'

/** The header's bar, in pixels. */
const COVERED_ABOVE_PX = 60

export interface Looked {
  /** Whether the end of the thread was before the reader when it was last looked. */
  isAtEnd: boolean
  /** The comments that were before the reader once. */
  seenNos: ReadonlySet<number>
  /** The last comment that stands above what is before the reader now, and never was; 0: there is none. */
  passedUpTo: number
  /** The newest comment when it was last looked. */
  lookedAt: number
  /** The newest comment when the end was last before the reader; 0: it never was. */
  endedAt: number
}

const NOTHING: Looked = {
  isAtEnd: false,
  seenNos: new Set(),
  passedUpTo: 0,
  lookedAt: 0,
  endedAt: 0,
}

/**
 * What a reader of a thread has before them, in a tab that can be seen. `list` is given to what holds the comments, each of which
 * bears its number as `data-comment`, `end` to what stands after them, `below` to what covers the page's bottom.
 * Once the thread `isKnown` its end is followed for as long as it is before the reader.
 */
export function useThreadEnd(comments: readonly Pick<CommentView, 'commentNo'>[], isKnown: boolean) {
  const list: RefObject<HTMLDivElement | null> = useRef(null)
  const end: RefObject<HTMLDivElement | null> = useRef(null)
  const below: RefObject<HTMLDivElement | null> = useRef(null)
  const { isFollowing, showEnd } = useStickToBottom({ list, end, below }, isKnown)
  const [looked, setLooked] = useState(NOTHING)
  const oldest = comments[0]?.commentNo ?? 0
  const newest = comments.at(-1)?.commentNo ?? 0

  // biome-ignore lint/correctness/useExhaustiveDependencies: older comments are to be watched, too
  useEffect(() => {
    if (end.current === null) return
    if (document.hidden) {
      isFollowing.current = false
      setLooked(before => ({ ...before, isAtEnd: false, lookedAt: newest }))
    }
    const covered = below.current?.offsetHeight ?? 0
    const scroller = scrollerOf(end.current)
    const shownNos = new Set<number>()
    const observer = new IntersectionObserver(
      entries => {
        const isAtEnd = entries.findLast(({ target }) => target === end.current)?.isIntersecting
        if (isAtEnd !== undefined) isFollowing.current = isAtEnd && isKnown
        const looks = entries.filter(({ target }) => target !== end.current)
        const shown: number[] = []
        for (const look of looks) {
          const commentNo = Number(look.target.getAttribute('data-comment'))
          shownNos.delete(commentNo)
          if (!isBeforeEyes(look, scroller.clientHeight)) continue
          shownNos.add(commentNo)
          shown.push(commentNo)
        }
        const above = comments.filter(({ commentNo }) => commentNo < Math.min(...shownNos))
        setLooked(before =>
          lookedFurther(before, shown, {
            isAtEnd,
            isKnown,
            above: shownNos.size > 0 ? above : [],
            lookedAt: newest,
          }),
        )
      },
      { rootMargin: `-${COVERED_ABOVE_PX}px 0px -${covered}px`, threshold: SIGHT_THRESHOLDS },
    )
    observer.observe(end.current)
    for (const item of list.current?.querySelectorAll('[data-comment]') ?? []) observer.observe(item)
    return () => observer.disconnect()
  }, [oldest, newest, isKnown])

  return { list, end, below, showEnd, ...looked }
}

interface Look {
  /** Undefined: as before. */
  isAtEnd: boolean | undefined
  /** What is shown is the thread as it is now, where its reader is to begin. */
  isKnown: boolean
  /** What stands above what is before the reader. */
  above: readonly Pick<CommentView, 'commentNo'>[]
  lookedAt: number
}

/** @param shown what has come before the reader. */
function lookedFurther(
  before: Looked,
  shown: readonly number[],
  { isAtEnd = before.isAtEnd, isKnown, above, lookedAt }: Look,
): Looked {
  const isNew = (commentNo: number) => !before.seenNos.has(commentNo)
  const seenNos = shown.some(isNew) ? new Set([...before.seenNos, ...shown]) : before.seenNos
  const passedUpTo = above.findLast(({ commentNo }) => !seenNos.has(commentNo))?.commentNo ?? 0
  const endedAt = isAtEnd && isKnown ? lookedAt : before.endedAt
  const looked = { isAtEnd, seenNos, passedUpTo, lookedAt, endedAt }
  const isSame = (Object.keys(looked) as (keyof Looked)[]).every(part => looked[part] === before[part])
  return isSame ? before : looked
}
