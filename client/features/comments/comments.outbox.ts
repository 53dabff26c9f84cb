import { getDefaultStore } from 'jotai'
import { keptViewStateAtom } from '#client/session/viewState.ts'
import { type CommentView, commentField, type Quote } from '#protocol/comments.ts'
import type { Thread } from './comments.cache.ts'
import type { Place } from './comments.queries.ts'

/** A comment that is answered, and what it said when its answer was begun. */
export interface Answered extends Quote {
  commentNo: number
}

/** A comment on its way. However often it is sent, its key makes one comment of it. */
export interface Outgoing {
  requestKey: string
  text: string
  /** What it answers. */
  replyTo?: Answered
  /** Why it did not arrive, in a sentence; null while it is under way. */
  failure: string | null
  /** It failed without anybody's fault, and is sent again by itself. */
  passes?: true
}

/** What somebody wrote under a note and the server does not have. */
export interface Outbox {
  /** In the box. */
  text: string
  /** What that answers. */
  replyTo?: Answered
  outgoing: readonly Outgoing[]
  /** What is made of comments and not saved, by their numbers. */
  edits: Readonly<Record<number, string>>
}

/** The keys of those that stand in the thread: the hub may hear of a comment before its writer is answered, or without. */
export function arrivedKeys(outgoing: readonly Outgoing[], comments: readonly CommentView[]): Set<string> {
  const posted = new Set(comments.map(({ requestKey }) => requestKey))
  return new Set(outgoing.map(({ requestKey }) => requestKey).filter(key => posted.has(key)))
}

type Outboxes = Readonly<Record<string, Outbox>>

const store = getDefaultStore()
export const emptyOutbox: Outbox = { text: '', outgoing: [], edits: {} }

/**
 * By place. It outlives the screen here and the page in session storage; signing out forgets it. Like the sign-in it
 * belongs to one tab, so two tabs do not write over each other.
 */
export const outboxAtom = keptViewStateAtom<Outboxes>({}, 'unsentComments')

/** Whose, in which hub, under which note. */
export function outboxKey(userNo: number, { hubNo, noteNo }: Place): string {
  return `${userNo}/${hubNo}/${noteNo}`
}

/** What somebody has on its way, by place. */
export function placesOf(all: Outboxes, userNo: number): { place: Place; outgoing: readonly Outgoing[] }[] {
  return Object.entries(all).flatMap(([key, { outgoing }]) => {
    const [writerNo, hubNo = 0, noteNo = 0] = key.split('/').map(Number)
    return writerNo === userNo && outgoing.length > 0 ? [{ place: { hubNo, noteNo }, outgoing }] : []
  })
}

export function outboxOf(all: Outboxes, key: string): Outbox {
  return { ...emptyOutbox, ...all[key] }
}

/** Changes what is unsent at a place; where nothing is left, nothing is kept. */
export function withOutbox(all: Outboxes, key: string, change: (unsent: Outbox) => Outbox): Outboxes {
  const { [key]: _, ...others } = all
  const known = outboxOf(all, key)
  const unsent = change(known)
  if (unsent === known) return all
  const isNothing = textsOf(unsent).length === 0 && unsent.replyTo === undefined
  return isNothing ? others : { ...others, [key]: unsent }
}

/** All that is unsent at a place, in words, each once. */
export function textsOf({ text, outgoing, edits }: Outbox): string[] {
  const all = [...outgoing.map(comment => comment.text), ...Object.values(edits), text]
  return [...new Set(all.filter(words => words !== ''))]
}

/**
 * What its writer has made of a comment and not saved; empty when there is nothing, or when the comment says just that:
 * the answer that it was saved may have been lost.
 */
export function keptEdit(place: Place, { writerNo, commentNo, text }: Edited): string {
  const kept = outboxOf(store.get(outboxAtom), outboxKey(writerNo, place)).edits[commentNo] ?? ''
  return commentField.safeParse(kept).data === text ? '' : kept
}

type Edited = Pick<CommentView, 'writerNo' | 'commentNo' | 'text'>

/** Empty: there is nothing to keep any more. */
export function keepEdit(
  place: Place,
  { writerNo, commentNo }: Pick<Edited, 'writerNo' | 'commentNo'>,
  text: string,
): void {
  store.set(outboxAtom, all =>
    withOutbox(all, outboxKey(writerNo, place), unsent => {
      const { [commentNo]: known = '', ...others } = unsent.edits
      if (known === text) return unsent
      return { ...unsent, edits: text === '' ? others : { ...others, [commentNo]: text } }
    }),
  )
}

/** What was being made of comments that are gone. Of those further back than the thread is shown nothing is known. */
export function lostEdits(
  { edits }: Pick<Outbox, 'edits'>,
  { comments, hasOlder }: Pick<Thread, 'comments' | 'hasOlder'>,
): { commentNo: number; text: string }[] {
  const oldest = hasOlder ? (comments[0]?.commentNo ?? Number.POSITIVE_INFINITY) : 0
  const saveStatus = new Set(comments.map(({ commentNo }) => commentNo))
  return Object.entries(edits)
    .map(([commentNo, text]) => ({ commentNo: Number(commentNo), text }))
    .filter(({ commentNo }) => commentNo >= oldest && !saveStatus.has(commentNo))
}
