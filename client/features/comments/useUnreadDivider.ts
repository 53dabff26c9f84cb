import { useState } from 'react'
import { type Divider, dividerOf, seenUpTo, waitingIn } from './comments.divider.ts'
import type { useThread } from './comments.live.ts'
import type { Looked } from './useThreadEnd.ts'

/**
 * Before which comment '여기부터 안 읽음' stands, how many of others came since the thread was opened and were not seen, and up to
 * which comment all that is not read was seen.
 */
export function useUnreadDivider(thread: ReturnType<typeof useThread>['data'], myNo: number, looked: Looked) {
  const [divider, setDivider] = useState<Divider | null>(null)
  if (thread === undefined) return { before: null, waiting: 0, seenUpTo: 0 }
  const shown = dividerOf(thread, myNo, looked, divider)
  if (shown !== divider) setDivider(shown)
  return {
    before: shown.before,
    waiting: waitingIn(thread, myNo, looked, shown).length,
    seenUpTo: seenUpTo(shown, looked),
  }
}
