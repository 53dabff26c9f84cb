import { atom, getDefaultStore, useAtomValue } from 'jotai'
import { useMemo } from 'react'
import { type CommentView, commentField } from '#protocol/comments.ts'
import type { Passage } from '#protocol/passages.ts'
import {
  getOutbox,
  type Outbox,
  outboxAtom,
  outboxKey,
  type ReplyTarget,
  withOutbox,
} from './comments.outbox.ts'
import type { ThreadPlace } from './comments.queries.ts'

/** The author of a draft and the thread that it belongs to. */
export interface DraftOwner {
  userNo: number
  place: ThreadPlace
}

const store = getDefaultStore()

export function updateOutbox({ userNo, place }: DraftOwner, change: (outbox: Outbox) => Outbox): void {
  store.set(outboxAtom, all => withOutbox(all, outboxKey(userNo, place), change))
}

/** Selects one field, so that the comment list does not re-render on each key in the box. */
export function useOutboxField<Part extends keyof Outbox>(
  { userNo, place }: DraftOwner,
  part: Part,
): Outbox[Part] {
  const key = outboxKey(userNo, place)
  return useAtomValue(useMemo(() => atom(get => getOutbox(get(outboxAtom), key)[part]), [key, part]))
}

/** @param passage what the text is about, if the draft has no other target. */
export function writeDraft(owner: DraftOwner, text: string, passage?: Passage): void {
  updateOutbox(owner, outbox => ({ ...outbox, text, ...(passage && { passage }) }))
}

/** The comment that a draft replies to, or the passage that it is about. */
export interface DraftTarget {
  replyTo?: ReplyTarget | undefined
  passage?: Passage | undefined
}

/** Replaces the target of the draft. Without one it is a comment on the whole note. */
export function setDraftTarget(owner: DraftOwner, { replyTo, passage }: DraftTarget = {}): void {
  updateOutbox(owner, ({ replyTo: _, passage: __, ...all }) => ({
    ...all,
    ...(replyTo && { replyTo }),
    ...(passage && { passage }),
  }))
}

/** Keeps the target of the draft, if it has one. */
export function prependToDraft(
  owner: DraftOwner,
  text: string,
  { replyTo, passage }: DraftTarget = {},
): void {
  updateOutbox(owner, outbox => {
    const hasTarget = outbox.replyTo !== undefined || outbox.passage !== undefined
    return {
      ...outbox,
      text: outbox.text.trim() === '' ? text : `${text}\n${outbox.text}`,
      ...(!hasTarget && replyTo && { replyTo }),
      ...(!hasTarget && passage && { passage }),
    }
  })
}

/**
 * The unsaved edit of a comment; empty if there is none, or if the comment already has that text because the
 * response to a successful save was lost.
 */
export function readDraftEdit(place: ThreadPlace, { writerNo, commentNo, text }: Edited): string {
  const draft = getOutbox(store.get(outboxAtom), outboxKey(writerNo, place)).edits[commentNo] ?? ''
  return commentField.safeParse(draft).data === text ? '' : draft
}

type Edited = Pick<CommentView, 'writerNo' | 'commentNo' | 'text'>

/** An empty text deletes the edit. */
export function saveDraftEdit(
  place: ThreadPlace,
  { writerNo, commentNo }: Pick<Edited, 'writerNo' | 'commentNo'>,
  text: string,
): void {
  updateOutbox({ userNo: writerNo, place }, outbox => {
    const { [commentNo]: known = '', ...others } = outbox.edits
    if (known === text) return outbox
    return { ...outbox, edits: text === '' ? others : { ...others, [commentNo]: text } }
  })
}
