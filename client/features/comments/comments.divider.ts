import type { CommentView } from '#protocol/comments.ts'
import { commentsOfOthers, type Thread } from './comments.cache.ts'
import type { Looked } from './useThreadEnd.ts'

/** Where '여기부터 안 읽음' stands. */
export interface Divider {
  /** The first comment below it; null: there is none, or it is further back than the thread is shown. */
  before: number | null
  isFurtherBack: boolean
  /** The newest comment when the thread was opened. */
  openedAt: number
  /** The newest comment of those for which the line stands: it stays until they were all seen. */
  upTo: number
}

type Read = Pick<Thread, 'comments' | 'readUpTo' | 'unreadBefore'>
type Sight = Pick<Looked, 'seenNos' | 'passedUpTo' | 'lookedAt' | 'endedAt'>

/** The divider stays where it is until all below it was seen and something else comes. `known` is null when the thread is opened. */
export function dividerOf(thread: Read, myNo: number, sight: Sight, known: Divider | null): Divider {
  if (known === null || (known.isFurtherBack && thread.unreadBefore === undefined)) {
    const openedAt = known?.openedAt ?? thread.comments.at(-1)?.commentNo ?? 0
    const isFurtherBack = thread.unreadBefore !== undefined
    const before = isFurtherBack ? null : firstUnread(thread, myNo, openedAt)
    return { before, isFurtherBack, openedAt, upTo: openedAt }
  }
  if (known.isFurtherBack) return known
  const unseen = unseenIn(thread, myNo, sight, known).find(({ commentNo }) => commentNo <= sight.lookedAt)
  if (unseen === undefined) return known
  const before = unseen.commentNo > known.upTo ? unseen.commentNo : known.before
  if (before === known.before && sight.lookedAt <= known.upTo) return known
  return { ...known, before, upTo: sight.lookedAt }
}

/** What of others waits for the reader: it came since the thread was opened, or they were led past it. The oldest first. */
export function waitingIn(thread: Read, myNo: number, sight: Sight, divider: Divider): CommentView[] {
  const passedUpTo = divider.isFurtherBack ? 0 : sight.passedUpTo
  return unseenIn(thread, myNo, sight, divider).filter(
    ({ commentNo }) =>
      commentNo <= sight.lookedAt && (commentNo > divider.openedAt || commentNo <= passedUpTo),
  )
}

/**
 * What the reader is led to next: the first of others that they have not seen, but where that is further back than the thread is
 * shown the first that came meanwhile. Null when there is none.
 */
export function nextIn(thread: Read, myNo: number, sight: Sight, divider: Divider): number | null {
  const [next] = (divider.isFurtherBack ? waitingIn : unseenIn)(thread, myNo, sight, divider)
  return next?.commentNo ?? null
}

/**
 * All that was not read was before the reader up to this comment; 0: nothing yet. What they were led past stays unread, and so does
 * what follows it; but whoever was at the end has read all up to there.
 */
export function seenUpTo(thread: Read, myNo: number, sight: Sight, divider: Divider): number {
  if (divider.isFurtherBack || sight.seenNos.size === 0) return sight.endedAt
  const [first] = unseenIn(thread, myNo, sight, divider)
  return first ? first.commentNo - 1 : (thread.comments.at(-1)?.commentNo ?? 0)
}

/** What of others is neither read, here or elsewhere, nor was before the reader or passed on the way to the end; the oldest first. */
function unseenIn(
  thread: Read,
  myNo: number,
  { seenNos, endedAt }: Sight,
  { openedAt }: Divider,
): CommentView[] {
  const after = Math.max(thread.readUpTo ?? openedAt, endedAt)
  const unread = commentsOfOthers(thread, myNo, { after, upTo: Number.POSITIVE_INFINITY })
  return unread.filter(({ commentNo }) => !seenNos.has(commentNo))
}

function firstUnread(thread: Read, myNo: number, upTo: number): number | null {
  // A node of the release before does not tell what is read: then nothing is marked.
  const after = thread.readUpTo ?? Number.POSITIVE_INFINITY
  return commentsOfOthers(thread, myNo, { after, upTo })[0]?.commentNo ?? null
}
