import { useState } from 'react'
import { commentsOfOthers, type Thread } from './comments.cache.ts'

interface Divider {
  /** The first comment below it; null: there is none. */
  before: number | null
  /** The newest comment when the thread was opened. */
  openedAt: number
}

interface Looked {
  seenUpTo: number
  lookedAt: number
}

/**
 * Before which comment '여기부터 안 읽음' stands, and how many of others came since the thread was opened and were not seen. The
 * divider stays where it is until all below it was seen and something else comes.
 */
export function useUnreadDivider(
  thread: Pick<Thread, 'comments' | 'readUpTo'> | undefined,
  myNo: number,
  { seenUpTo, lookedAt }: Looked,
) {
  const [divider, setDivider] = useState<Divider | null>(null)
  if (thread === undefined) return { before: null, waiting: [] }
  if (divider === null) {
    const opened = openedWith(thread, myNo)
    setDivider(opened)
    return { before: opened.before, waiting: [] }
  }
  const after = Math.max(seenUpTo, divider.openedAt)
  const waiting = commentsOfOthers(thread, myNo, { after, upTo: lookedAt })
  const [first] = waiting
  const isPassed = divider.before === null || divider.before <= seenUpTo
  if (first && isPassed) setDivider({ ...divider, before: first.commentNo })
  return { before: divider.before, waiting }
}

function openedWith(thread: Pick<Thread, 'comments' | 'readUpTo'>, myNo: number): Divider {
  const openedAt = thread.comments.at(-1)?.commentNo ?? 0
  // A node of the release before does not tell what is read: then nothing is marked.
  const after = thread.readUpTo ?? Number.POSITIVE_INFINITY
  const [first] = commentsOfOthers(thread, myNo, { after, upTo: openedAt })
  return { before: first?.commentNo ?? null, openedAt }
}
