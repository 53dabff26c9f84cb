import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { isInView, VIEW_THRESHOLDS } from '#client/features/discussion/useVisibleCards.ts'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'
import type { CommentView } from '#protocol/comments.ts'
import { useStickToBottom } from './threadScrolling.tsx'

/** Height of the page header. */
const COVERED_ABOVE_PX = 60

export interface ThreadViewport {
  isAtEnd: boolean
  /** Comments that were visible once. */
  seenNos: ReadonlySet<number>
  /** The last comment above the visible part, or by place anywhere, that was never visible; 0 if there is none. */
  skippedUpTo: number
  /** The newest comment at the last observation. */
  lookedAt: number
  /** The newest comment when the end was last visible in the order of time; 0 if it never was. */
  endReachedAt: number
}

const NOTHING_SEEN: ThreadViewport = {
  isAtEnd: false,
  seenNos: new Set(),
  skippedUpTo: 0,
  lookedAt: 0,
  endReachedAt: 0,
}

interface ThreadState {
  /** Once loaded, the thread sticks to its end while that is visible. */
  isLoaded: boolean
  /** The comments are not in the order of their numbers. */
  isByPlace: boolean
  /** The last read comment; undefined if unknown. */
  readUpTo: number | undefined
  /** A sheet is open above the thread, or a jump will follow: it shows nothing and does not scroll. */
  isCovered: boolean
}

/**
 * Tracks which comments a visible tab shows. Attach `list` to the container of the comments (each has
 * `data-comment`), `end` to an element after them, and `below` to what covers the bottom of the page.
 */
export function useThreadViewport(
  comments: readonly Pick<CommentView, 'commentNo'>[],
  { isLoaded, isByPlace, readUpTo = Number.POSITIVE_INFINITY, isCovered }: ThreadState,
) {
  const list: RefObject<HTMLDivElement | null> = useRef(null)
  const end: RefObject<HTMLDivElement | null> = useRef(null)
  const below: RefObject<HTMLDivElement | null> = useRef(null)
  const { isFollowing, showEnd, stopFollowing } = useStickToBottom({ list, end, below }, isLoaded)
  const [viewport, setViewport] = useState(NOTHING_SEEN)
  const oldest = comments[0]?.commentNo ?? 0
  const newest = comments.at(-1)?.commentNo ?? 0
  const lastNewest = useRef(newest)
  /** The thread has jumped past unread comments, and the reader has not been at the first of them since. */
  const isAfterJump = useRef(false)

  // Comments that arrive together, as after a lost connection, would pass unseen if they are higher than the window.
  useLayoutEffect(() => {
    const first = lastNewest.current && comments.find(({ commentNo }) => commentNo > lastNewest.current)
    lastNewest.current = newest
    const card = first && list.current?.querySelector(`[data-comment="${first.commentNo}"]`)
    if (!card || isByPlace || end.current === null) return
    const height = end.current.getBoundingClientRect().top - card.getBoundingClientRect().top
    if (height > scrollerOf(end.current).clientHeight - (below.current?.offsetHeight ?? 0)) stopFollowing()
  }, [comments, newest, isByPlace, stopFollowing])

  // biome-ignore lint/correctness/useExhaustiveDependencies: also observe older comments
  useEffect(() => {
    if (end.current === null) return
    if (document.hidden || isCovered) {
      isFollowing.current = false
      setViewport(before => ({ ...before, isAtEnd: false, lookedAt: newest }))
    }
    if (isCovered) return
    const covered = below.current?.offsetHeight ?? 0
    const scroller = scrollerOf(end.current)
    const shownNos = new Set<number>()
    const firstUnread = comments.find(({ commentNo }) => commentNo > readUpTo)?.commentNo
    const observer = new IntersectionObserver(
      entries => {
        const isAtEnd = entries.findLast(({ target }) => target === end.current)?.isIntersecting
        if (isAtEnd !== undefined) isFollowing.current = isAtEnd && isLoaded
        const commentEntries = entries.filter(({ target }) => target !== end.current)
        const shown: number[] = []
        for (const entry of commentEntries) {
          const commentNo = Number(entry.target.getAttribute('data-comment'))
          shownNos.delete(commentNo)
          if (!isInView(entry, scroller.clientHeight)) continue
          shownNos.add(commentNo)
          shown.push(commentNo)
        }
        if (firstUnread === undefined || Math.min(...shownNos) <= firstUnread) isAfterJump.current = false
        const above = comments.filter(({ commentNo }) => commentNo < Math.min(...shownNos))
        setViewport(before =>
          updateViewport(before, shown, {
            isAtEnd,
            // By place, unread comments may be anywhere above the end.
            isEndOfUnread: isLoaded && !isByPlace && !isAfterJump.current,
            skippable: shownNos.size === 0 ? [] : isByPlace ? comments : above,
            lookedAt: newest,
          }),
        )
      },
      { rootMargin: `-${COVERED_ABOVE_PX}px 0px -${covered}px`, threshold: VIEW_THRESHOLDS },
    )
    observer.observe(end.current)
    for (const item of list.current?.querySelectorAll('[data-comment]') ?? []) observer.observe(item)
    return () => observer.disconnect()
  }, [oldest, newest, isLoaded, isByPlace, isCovered])

  return {
    list,
    end,
    below,
    stopFollowing,
    showEnd,
    /** Call it before a jump: the end then counts as reached only after the first unread comment was shown, or `endJump`. */
    beginJump() {
      isAfterJump.current = true
    },
    endJump() {
      isAfterJump.current = false
    },
    ...viewport,
  }
}

interface ViewportUpdate {
  /** Undefined keeps the previous value. */
  isAtEnd: boolean | undefined
  /** A reader who reaches the end has read the thread. */
  isEndOfUnread: boolean
  /** Comments that the reader has skipped unless they were visible. */
  skippable: readonly Pick<CommentView, 'commentNo'>[]
  lookedAt: number
}

/** @param shown comments that have become visible. */
function updateViewport(
  before: ThreadViewport,
  shown: readonly number[],
  { isAtEnd = before.isAtEnd, isEndOfUnread, skippable, lookedAt: newest }: ViewportUpdate,
): ThreadViewport {
  const isNew = (commentNo: number) => !before.seenNos.has(commentNo)
  const seenNos = shown.some(isNew) ? new Set([...before.seenNos, ...shown]) : before.seenNos
  const skippedUpTo = skippable.findLast(({ commentNo }) => !seenNos.has(commentNo))?.commentNo ?? 0
  const endReachedAt = isAtEnd && isEndOfUnread ? newest : before.endReachedAt
  const viewport = { isAtEnd, seenNos, skippedUpTo, lookedAt: newest, endReachedAt }
  const isSame = (Object.keys(viewport) as (keyof ThreadViewport)[]).every(
    part => viewport[part] === before[part],
  )
  return isSame ? before : viewport
}
