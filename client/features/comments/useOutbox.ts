import { useQueryClient } from '@tanstack/react-query'
import { atom, useAtomValue } from 'jotai'
import { useEffect, useMemo } from 'react'
import type { Thread } from './comments.cache.ts'
import { putIntoBox } from './comments.draft.ts'
import {
  arrivedKeys,
  keepEdit,
  lostEdits,
  type Outbox,
  type Outgoing,
  outboxAtom,
  outboxKey,
  outboxOf,
} from './comments.outbox.ts'
import { dropOutgoing, sendAgain, type Whose } from './comments.sending.ts'

/** One part alone, so that who shows the comments under way is not drawn anew with each key in the box. */
export function useOutboxPart<Part extends keyof Outbox>({ userNo, place }: Whose, part: Part): Outbox[Part] {
  const key = outboxKey(userNo, place)
  return useAtomValue(useMemo(() => atom(get => outboxOf(get(outboxAtom), key)[part]), [key, part]))
}

/**
 * What one sent that the server has not confirmed and that does not stand in the thread. None of it is lost: what fails
 * stays until it is sent or taken back.
 */
export function useOutgoing(whose: Whose, thread: Pick<Thread, 'comments' | 'hasOlder'>) {
  const cache = useQueryClient()
  const outgoing = useOutboxPart(whose, 'outgoing')
  const edits = useOutboxPart(whose, 'edits')

  const arrived = arrivedKeys(outgoing, thread.comments)
  useEffect(() => {
    if (arrived.size > 0) dropOutgoing(whose, arrived)
  })

  return {
    outgoing: outgoing.filter(({ requestKey }) => !arrived.has(requestKey)),
    lostEdits: lostEdits({ edits }, thread),
    sendAgain: (comment: Outgoing) => sendAgain(cache, whose, comment),
    takeBack({ requestKey, text, replyTo }: Outgoing) {
      dropOutgoing(whose, new Set([requestKey]))
      putIntoBox(whose, text, replyTo)
    },
    takeBackEdit({ commentNo, text }: { commentNo: number; text: string }) {
      keepEdit(whose.place, { writerNo: whose.userNo, commentNo }, '')
      putIntoBox(whose, text)
    },
  }
}
