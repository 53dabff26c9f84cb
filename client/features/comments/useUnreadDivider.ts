import { useState } from 'react'
import { type Divider, dividerOf, nextIn, seenUpTo, waitingIn } from './comments.divider.ts'
import type { useThread } from './comments.live.ts'
import type { Looked } from './useThreadEnd.ts'

/**
 * Before which comment '여기부터 안 읽음' stands, how many of others wait for the reader and whether they stand above what is shown,
 * which comment of others comes next, and up to which all that was not read was seen.
 */
export function useUnreadDivider(thread: ReturnType<typeof useThread>['data'], myNo: number, looked: Looked) {
  const [divider, setDivider] = useState<Divider | null>(null)
  if (thread === undefined) return { before: null, waiting: 0, isAbove: false, next: null, seenUpTo: 0 }
  const shown = dividerOf(thread, myNo, looked, divider)
  if (shown !== divider) setDivider(shown)
  const waiting = waitingIn(thread, myNo, looked, shown)
  const [first] = waiting
  return {
    before: shown.before,
    waiting: waiting.length,
    isAbove: first !== undefined && first.commentNo <= looked.passedUpTo,
    next: nextIn(thread, myNo, looked, shown),
    seenUpTo: seenUpTo(thread, myNo, looked, shown),
  }
}
