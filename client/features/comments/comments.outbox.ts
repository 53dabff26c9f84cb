import { persistedViewStateAtom } from '#client/session/viewState.ts'
import type { CommentView, Quote } from '#protocol/comments.ts'
import type { Passage } from '#protocol/passages.ts'
import type { Thread } from './comments.cache.ts'
import type { ThreadPlace } from './comments.queries.ts'

/** The comment that a draft replies to, quoted as it was when the reply was started. */
export interface ReplyTarget extends Quote {
  commentNo: number
}

/** A comment that the server has not confirmed. Its request key makes repeated sends idempotent. */
export interface QueuedComment {
  requestKey: string
  text: string
  replyTo?: ReplyTarget
  /** The passage of the note that it is about. */
  passage?: Passage
  /** Error text; null while it is being sent. */
  failure: string | null
  /** The failure is temporary, and the queue retries it. */
  passes?: true
  /** The server refuses the passage only. */
  isPassageRefused?: true
}

/** Unsent text of one user in one thread. Session storage holds this shape. */
export interface Outbox {
  /** The draft in the comment box. */
  text: string
  replyTo?: ReplyTarget
  passage?: Passage
  outgoing: readonly QueuedComment[]
  /** Unsaved edits by comment number. */
  edits: Readonly<Record<number, string>>
}

/**
 * Keys of queued comments that the thread already shows. The event may arrive before the response, or
 * without it.
 */
export function postedKeys(
  outgoing: readonly QueuedComment[],
  comments: readonly CommentView[],
): Set<string> {
  const posted = new Set(comments.map(({ requestKey }) => requestKey))
  return new Set(outgoing.map(({ requestKey }) => requestKey).filter(key => posted.has(key)))
}

/** Of all threads, by outbox key. */
export type Outboxes = Readonly<Record<string, Outbox>>

export const emptyOutbox: Outbox = { text: '', outgoing: [], edits: {} }

/**
 * By outbox key. Survives a reload in session storage, and is cleared on sign-out. Session storage belongs
 * to one tab, so tabs do not overwrite each other.
 */
export const outboxAtom = persistedViewStateAtom<Outboxes>({}, 'unsentComments')

export function outboxKey(userNo: number, { hubNo, noteNo }: ThreadPlace): string {
  return `${userNo}/${hubNo}/${noteNo}`
}

export function threadsWithPending(
  all: Outboxes,
  userNo: number,
): { place: ThreadPlace; outgoing: readonly QueuedComment[] }[] {
  return Object.entries(all).flatMap(([key, { outgoing }]) => {
    const [writerNo, hubNo = 0, noteNo = 0] = key.split('/').map(Number)
    return writerNo === userNo && outgoing.length > 0 ? [{ place: { hubNo, noteNo }, outgoing }] : []
  })
}

export function getOutbox(all: Outboxes, key: string): Outbox {
  return { ...emptyOutbox, ...all[key] }
}

/** The outboxes of one user. */
export function outboxesOf(all: Outboxes, userNo: number): Outboxes {
  return Object.fromEntries(Object.entries(all).filter(([key]) => key.startsWith(`${userNo}/`)))
}

/**
 * Adds the unsent comments of a closed tab. Their request keys make it harmless if that tab comes back and sends them as well. With
 * `takesDrafts` adds its other texts, too, except where this tab has one. `left` is what was not added.
 */
export function withClosedTab(
  own: Outboxes,
  closed: Outboxes,
  { takesDrafts }: { takesDrafts: boolean },
): { all: Outboxes; left: Outboxes } {
  let all = own
  let left: Outboxes = {}
  for (const [key, { outgoing, edits, ...draft }] of Object.entries(closed)) {
    const mine = getOutbox(own, key)
    const isBoxEmpty = mine.text === '' && mine.replyTo === undefined && mine.passage === undefined
    const takesDraft = takesDrafts && isBoxEmpty
    const [takenEdits = {}, leftEdits = {}] = partition(
      edits,
      commentNo => takesDrafts && !(commentNo in mine.edits),
    )
    const ownKeys = new Set(mine.outgoing.map(({ requestKey }) => requestKey))
    const added = outgoing.filter(({ requestKey }) => !ownKeys.has(requestKey))
    if (takesDrafts || added.length > 0)
      all = withOutbox(all, key, () => ({
        ...mine,
        ...(takesDraft && draft),
        edits: { ...mine.edits, ...takenEdits },
        outgoing: [...added, ...mine.outgoing],
      }))
    left = withOutbox(left, key, () => ({
      ...(takesDraft ? emptyOutbox : draft),
      edits: leftEdits,
      outgoing: [],
    }))
  }
  return { all, left }
}

function partition(edits: Outbox['edits'], isTaken: (commentNo: string) => boolean): Outbox['edits'][] {
  const entries = Object.entries(edits)
  return [true, false].map(taken =>
    Object.fromEntries(entries.filter(([commentNo]) => isTaken(commentNo) === taken)),
  )
}

/** Removes the entry when nothing is left in it. */
export function withOutbox(all: Outboxes, key: string, change: (outbox: Outbox) => Outbox): Outboxes {
  const { [key]: _, ...others } = all
  const known = getOutbox(all, key)
  const outbox = change(known)
  if (outbox === known) return all
  const hasTarget = outbox.replyTo !== undefined || outbox.passage !== undefined
  const isNothing = unsentTexts(outbox).length === 0 && !hasTarget
  return isNothing ? others : { ...others, [key]: outbox }
}

/** The unsent texts without duplicates. */
export function unsentTexts({ text, outgoing, edits }: Outbox): string[] {
  const all = [...outgoing.map(comment => comment.text), ...Object.values(edits), text]
  return [...new Set(all.filter(words => words !== ''))]
}

/**
 * Edits of deleted comments. Comments older than the loaded part of the thread are unknown, so their edits
 * stay.
 */
export function orphanedEdits(
  { edits }: Pick<Outbox, 'edits'>,
  { comments, hasOlder }: Pick<Thread, 'comments' | 'hasOlder'>,
): { commentNo: number; text: string }[] {
  const oldest = hasOlder ? (comments[0]?.commentNo ?? Number.POSITIVE_INFINITY) : 0
  const shownNos = new Set(comments.map(({ commentNo }) => commentNo))
  return Object.entries(edits)
    .map(([commentNo, text]) => ({ commentNo: Number(commentNo), text }))
    .filter(({ commentNo }) => commentNo >= oldest && !shownNos.has(commentNo))
}
