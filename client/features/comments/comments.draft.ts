import type { QueryClient } from '@tanstack/react-query'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import type { Answered, Outgoing } from './comments.outbox.ts'
import { changeOutbox, sendWaiting, type Whose } from './comments.sending.ts'

/** What is done with the words in the box of a thread. */

export function writeDraft(whose: Whose, text: string): void {
  changeOutbox(whose, unsent => ({ ...unsent, text }))
}

/** What is in the box answers this comment from now on; null: none. */
export function answerWithDraft(whose: Whose, answered: Answered | null): void {
  changeOutbox(whose, ({ replyTo: _, ...all }) => ({ ...all, ...(answered && { replyTo: answered }) }))
}

/** Sends these words, as an answer to `replyTo`, after what waits before them, and empties the box. */
export function sendDraft(cache: QueryClient, whose: Whose, text: string, replyTo?: Answered): void {
  const comment: Outgoing = { requestKey: makeRequestKey(), text, failure: null, ...(replyTo && { replyTo }) }
  changeOutbox(whose, ({ replyTo: _, ...all }) => ({
    ...all,
    text: '',
    outgoing: [...all.outgoing, comment],
  }))
  void sendWaiting(cache, whose)
}

/** Before what is there. */
export function putIntoBox(whose: Whose, words: string, answered?: Answered): void {
  changeOutbox(whose, ({ replyTo = answered, ...all }) => ({
    ...all,
    text: all.text.trim() === '' ? words : `${words}\n${all.text}`,
    ...(replyTo && { replyTo }),
  }))
}
