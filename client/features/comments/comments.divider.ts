import { commentsOfOthers, type Thread } from './comments.cache.ts'
import type { Looked } from './useThreadEnd.ts'

/** Where '여기부터 안 읽음' stands. */
export interface Divider {
  /** The first comment below it; null: there is none, or it is further back than the thread is shown. */
  before: number | null
  isFurtherBack: boolean
  /** The newest comment when the thread was opened. */
  openedAt: number
}

type Read = Pick<Thread, 'comments' | 'readUpTo' | 'unreadBefore'>
type Sight = Pick<Looked, 'lookedFrom' | 'lookedUpTo' | 'lookedAt'>

/** The divider stays where it is until all below it was seen and something else comes. `known` is null when the thread is opened. */
export function dividerOf(thread: Read, myNo: number, sight: Sight, known: Divider | null): Divider {
  if (known === null || (known.isFurtherBack && thread.unreadBefore === undefined)) {
    const openedAt = known?.openedAt ?? thread.comments.at(-1)?.commentNo ?? 0
    const isFurtherBack = thread.unreadBefore !== undefined
    return { before: isFurtherBack ? null : firstUnread(thread, myNo, openedAt), isFurtherBack, openedAt }
  }
  const [first] = waitingIn(thread, myNo, sight, known)
  if (first === undefined || known.isFurtherBack || known.before === first.commentNo) return known
  const below = { after: seenUpTo(known, sight), upTo: first.commentNo - 1 }
  const isPassed = known.before === null || commentsOfOthers(thread, myNo, below).length === 0
  return isPassed ? { ...known, before: first.commentNo } : known
}

/** What of others came since the thread was opened and was not before the reader yet. */
export function waitingIn(thread: Read, myNo: number, sight: Sight, { openedAt }: Divider) {
  const after = Math.max(sight.lookedUpTo, openedAt)
  return commentsOfOthers(thread, myNo, { after, upTo: sight.lookedAt })
}

/**
 * All that is not read was before the reader up to this comment; 0: nothing yet. Only who has had the divider before them has seen
 * what follows it: whoever is led past it, or does not have it on the page, leaves it unread.
 */
export function seenUpTo({ before, isFurtherBack }: Divider, { lookedFrom, lookedUpTo }: Sight): number {
  const hasBegun = !isFurtherBack && (before === null || lookedFrom <= before)
  return hasBegun ? lookedUpTo : 0
}

function firstUnread(thread: Read, myNo: number, upTo: number): number | null {
  // A node of the release before does not tell what is read: then nothing is marked.
  const after = thread.readUpTo ?? Number.POSITIVE_INFINITY
  return commentsOfOthers(thread, myNo, { after, upTo })[0]?.commentNo ?? null
}
