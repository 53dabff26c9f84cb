import { useQueryClient } from '@tanstack/react-query'
import { useAtomValue } from 'jotai'
import { useEffect } from 'react'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import type { Thread } from './comments.cache.ts'
import type { Place } from './comments.queries.ts'
import { changeUnsent, dropOutgoing, sendComment } from './comments.sending.ts'
import {
  type Answered,
  arrivedKeys,
  keepEdit,
  lostEdits,
  type Outgoing,
  unsentAtom,
  unsentKey,
  unsentOf,
} from './comments.unsent.ts'

/**
 * What one wrote that the server has not confirmed and that does not stand in the thread. None of it is lost: what fails
 * stays until it is sent or taken back.
 */
export function useUnsent(place: Place, userNo: number, thread: Pick<Thread, 'comments' | 'hasOlder'>) {
  const cache = useQueryClient()
  const whose = { userNo, place }
  const unsent = unsentOf(useAtomValue(unsentAtom), unsentKey(userNo, place))
  const { text, outgoing } = unsent

  /** Before what is there. */
  const putIntoBox = (words: string, answered?: Answered) =>
    changeUnsent(whose, ({ replyTo = answered, ...all }) => ({
      ...all,
      text: all.text.trim() === '' ? words : `${words}\n${all.text}`,
      ...(replyTo && { replyTo }),
    }))

  const arrived = arrivedKeys(outgoing, thread.comments)
  useEffect(() => {
    if (arrived.size > 0) dropOutgoing(whose, arrived)
  })

  return {
    text,
    replyTo: unsent.replyTo,
    outgoing: outgoing.filter(({ requestKey }) => !arrived.has(requestKey)),
    lostEdits: lostEdits(unsent, thread),
    write: (written: string) => changeUnsent(whose, unsent => ({ ...unsent, text: written })),
    /** Sends it and empties the box. */
    send(words: string) {
      const comment: Outgoing = {
        ...{ requestKey: makeRequestKey(), text: words, failure: null },
        ...(unsent.replyTo && { replyTo: unsent.replyTo }),
      }
      changeUnsent(whose, ({ replyTo: _, ...all }) => ({
        ...all,
        text: '',
        outgoing: [...all.outgoing, comment],
      }))
      void sendComment(cache, whose, comment)
    },
    sendAgain: (comment: Outgoing) => void sendComment(cache, whose, comment),
    /** What is in the box answers this comment from now on; null: none. */
    answer: (answered: Answered | null) =>
      changeUnsent(whose, ({ replyTo: _, ...all }) => ({ ...all, ...(answered && { replyTo: answered }) })),
    takeBack({ requestKey, text: words, replyTo }: Outgoing) {
      dropOutgoing(whose, new Set([requestKey]))
      putIntoBox(words, replyTo)
    },
    takeBackEdit({ commentNo, text: words }: { commentNo: number; text: string }) {
      keepEdit(place, { writerNo: userNo, commentNo }, '')
      putIntoBox(words)
    },
  }
}
