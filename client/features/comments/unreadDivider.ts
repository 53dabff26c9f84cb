import { useState } from 'react'
import type { CommentView } from '#protocol/comments.ts'
import { commentsOfOthers, type Thread } from './comments.cache.ts'
import type { useThread } from './comments.live.ts'
import type { ThreadViewport } from './useThreadViewport.ts'

/** Position of the divider '여기부터 안 읽음'. */
export interface Divider {
  /** The first comment below the divider; null if there is none or it is not loaded. */
  firstBelowNo: number | null
  /** The first unread comment is older than the loaded part of the thread. */
  isNotLoaded: boolean
  newestAtOpening: number
  /** The newest comment that the divider covers. The divider stays until all up to it were seen. */
  coversUpTo: number
}

type ReadState = Pick<Thread, 'comments' | 'readUpTo' | 'unreadBefore'>

type SeenState = Pick<ThreadViewport, 'seenNos' | 'skippedUpTo' | 'lookedAt' | 'endReachedAt'>

/**
 * Moves the divider only after all comments below it were seen and a new one has arrived. `known` is null
 * when the thread is opened.
 */
export function updateDivider(
  thread: ReadState,
  myNo: number,
  seenState: SeenState,
  known: Divider | null,
): Divider {
  if (known === null || (known.isNotLoaded && thread.unreadBefore === undefined)) {
    const newestAtOpening = known?.newestAtOpening ?? thread.comments.at(-1)?.commentNo ?? 0
    const isNotLoaded = thread.unreadBefore !== undefined
    const firstBelowNo = isNotLoaded ? null : firstUnread(thread, myNo, newestAtOpening)
    return { firstBelowNo, isNotLoaded, newestAtOpening, coversUpTo: newestAtOpening }
  }
  if (known.isNotLoaded) return known
  const unseen = unseenComments(thread, myNo, seenState, known).find(
    ({ commentNo }) => commentNo <= seenState.lookedAt,
  )
  if (unseen === undefined) return known
  const firstBelowNo = unseen.commentNo > known.coversUpTo ? unseen.commentNo : known.firstBelowNo
  if (firstBelowNo === known.firstBelowNo && seenState.lookedAt <= known.coversUpTo) return known
  return { ...known, firstBelowNo, coversUpTo: seenState.lookedAt }
}

/** Unseen comments of others that arrived after the thread was opened, or that the reader skipped. Oldest first. */
export function unseenArrivals(
  thread: ReadState,
  myNo: number,
  seenState: SeenState,
  divider: Divider,
): CommentView[] {
  const skippedUpTo = divider.isNotLoaded ? 0 : seenState.skippedUpTo
  return unseenComments(thread, myNo, seenState, divider).filter(
    ({ commentNo }) =>
      commentNo <= seenState.lookedAt && (commentNo > divider.newestAtOpening || commentNo <= skippedUpTo),
  )
}

/**
 * The next unseen comment of another member, or null. If the divider is not loaded: the first one that
 * arrived since.
 */
export function nextUnseen(
  thread: ReadState,
  myNo: number,
  seenState: SeenState,
  divider: Divider,
): number | null {
  const [next] = (divider.isNotLoaded ? unseenArrivals : unseenComments)(thread, myNo, seenState, divider)
  return next?.commentNo ?? null
}

/**
 * The number up to which the reader has seen every unread comment; 0 if none. Skipped comments and all after
 * them stay unread, unless the reader has reached the end.
 */
export function seenUpTo(thread: ReadState, myNo: number, seenState: SeenState, divider: Divider): number {
  if (divider.isNotLoaded || seenState.seenNos.size === 0) return seenState.endReachedAt
  const [first] = unseenComments(thread, myNo, seenState, divider)
  return first ? first.commentNo - 1 : (thread.comments.at(-1)?.commentNo ?? 0)
}

/** Comments of others that are neither read nor seen, oldest first. */
function unseenComments(
  thread: ReadState,
  myNo: number,
  { seenNos, endReachedAt }: SeenState,
  { newestAtOpening }: Divider,
): CommentView[] {
  const after = Math.max(thread.readUpTo ?? newestAtOpening, endReachedAt)
  const unread = commentsOfOthers(thread, myNo, { after, upTo: Number.POSITIVE_INFINITY })
  return unread.filter(({ commentNo }) => !seenNos.has(commentNo))
}

function firstUnread(thread: ReadState, myNo: number, upTo: number): number | null {
  // A server node of the previous release does not send `readUpTo`; then show no divider.
  const after = thread.readUpTo ?? Number.POSITIVE_INFINITY
  return commentsOfOthers(thread, myNo, { after, upTo })[0]?.commentNo ?? null
}

/** State of the unread divider and of the button that jumps to unseen comments. */
export function useUnreadDivider(
  thread: ReturnType<typeof useThread>['data'],
  myNo: number,
  viewport: ThreadViewport,
) {
  const [divider, setDivider] = useState<Divider | null>(null)
  if (thread === undefined)
    return { firstBelowNo: null, unseenCount: 0, isAbove: false, next: null, seenUpTo: 0 }
  const shown = updateDivider(thread, myNo, viewport, divider)
  if (shown !== divider) setDivider(shown)
  const unseen = unseenArrivals(thread, myNo, viewport, shown)
  const [first] = unseen
  return {
    firstBelowNo: shown.firstBelowNo,
    unseenCount: unseen.length,
    isAbove: first !== undefined && first.commentNo <= viewport.skippedUpTo,
    next: nextUnseen(thread, myNo, viewport, shown),
    seenUpTo: seenUpTo(thread, myNo, viewport, shown),
  }
}
