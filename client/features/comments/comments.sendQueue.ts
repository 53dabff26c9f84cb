import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { useEffect } from 'react'
import { recordMove } from '#client/features/passages/movedPassages.ts'
import { withComment } from '#client/features/passages/passages.cache.ts'
import { patchPassages } from '#client/features/passages/passages.queries.ts'
import { paths } from '#client/paths.ts'
import { makeRequestKey } from '#client/platform/browser/requestKey.ts'
import { callApi } from '#client/platform/calls/callApi.ts'
import {
  CallFailed,
  type FailureCode,
  failureText,
  isRejection,
  isTransient,
} from '#client/platform/calls/callFailed.ts'
import { callTimeout } from '#client/platform/calls/retry.ts'
import { t } from '#client/platform/language/language.ts'
import { registerBeforeSignOut } from '#client/session/session.beforeSignOut.ts'
import { requireUser } from '#client/session/session.user.ts'
import { showToastAtom } from '#client/ui/toasts.ts'
import { postComment } from '#protocol/comments.ts'
import type { Passage } from '#protocol/passages.ts'
import { type Thread, withPosted } from './comments.cache.ts'
import {
  type DraftOwner,
  type DraftTarget,
  prependToDraft,
  saveDraftEdit,
  updateOutbox,
  useOutboxField,
} from './comments.drafts.ts'
import {
  getOutbox,
  orphanedEdits,
  outboxAtom,
  outboxKey,
  postedKeys,
  type QueuedComment,
  threadsWithPending,
} from './comments.outbox.ts'
import { patchThread } from './comments.queries.ts'

const store = getDefaultStore()
/** Sends that run in this page, by outbox key. */
const activeSends = new Map<string, Promise<void>>()

function removeFromOutbox(owner: DraftOwner, keys: ReadonlySet<string>): void {
  updateOutbox(owner, outbox => ({
    ...outbox,
    outgoing: outbox.outgoing.filter(({ requestKey }) => !keys.has(requestKey)),
  }))
}

/**
 * Sends the pending comments of one thread in the order in which they were written, one at a time. A comment
 * that its author has to fix does not hold up the following ones. The request key makes repeated sends
 * idempotent. Never rejects.
 */
function sendPending(cache: QueryClient, owner: DraftOwner): Promise<void> {
  const key = outboxKey(owner.userNo, owner.place)
  const running = activeSends.get(key)
  if (running) return running
  const sending = sendInOrder(cache, owner)
  activeSends.set(key, sending)
  const allowSignOut = registerBeforeSignOut(() => sending)
  return sending.finally(() => {
    activeSends.delete(key)
    allowSignOut()
  })
}

/** Sends the pending comments of all threads. */
export async function sendAllPending(cache: QueryClient, userNo: number): Promise<void> {
  const threads = threadsWithPending(store.get(outboxAtom), userNo)
  await Promise.all(threads.map(({ place }) => sendPending(cache, { userNo, place })))
}

function retrySend(cache: QueryClient, owner: DraftOwner, { requestKey }: QueuedComment): void {
  setOutcome(owner, [requestKey], { failure: null })
  void sendPending(cache, owner)
}

async function sendInOrder(cache: QueryClient, owner: DraftOwner): Promise<void> {
  for (let [next] = pendingComments(owner); next; [next] = pendingComments(owner)) {
    setOutcome(owner, [next.requestKey], { failure: null })
    const failure = await postQueued(cache, owner, next)
    if (failure && !failure.passes) reportUnlessShown(owner, failure)
    if (failure?.passes) {
      setOutcome(
        owner,
        pendingComments(owner).map(({ requestKey }) => requestKey),
        failure,
      )
      return
    }
  }
}

/** Screens that show the thread, by outbox key. */
const shownThreads = new Map<string, number>()

/** Registers a screen that shows the failures of a thread's unsent comments. */
export function useShownThread({ userNo, place: { hubNo, noteNo } }: DraftOwner): void {
  useEffect(() => {
    const key = outboxKey(userNo, { hubNo, noteNo })
    const addScreens = (count: number) => shownThreads.set(key, (shownThreads.get(key) ?? 0) + count)
    addScreens(1)
    return () => void addScreens(-1)
  }, [userNo, hubNo, noteNo])
}

/** The queue gives this comment up, so its author has to decide. */
function reportUnlessShown({ userNo, place }: DraftOwner, { failure }: SendOutcome): void {
  if ((shownThreads.get(outboxKey(userNo, place)) ?? 0) > 0) return
  store.set(showToastAtom, {
    text: `${t('comments.sendFailed')} ${failure}`,
    link: { label: t('notes.unsentShow'), to: paths.noteInHub(place.noteNo, place.hubNo) },
  })
}

/** Oldest first. */
function pendingComments({ userNo, place }: DraftOwner): QueuedComment[] {
  const { outgoing } = getOutbox(store.get(outboxAtom), outboxKey(userNo, place))
  return outgoing.filter(({ failure, passes }) => failure === null || passes === true)
}

/** Returns the failure, or null on success. */
async function postQueued(
  cache: QueryClient,
  owner: DraftOwner,
  comment: QueuedComment,
): Promise<SendOutcome | null> {
  const { requestKey, text, replyTo, passage } = comment
  const { place } = owner
  try {
    requireUser(owner.userNo)
    const target = { ...(replyTo && { replyTo: replyTo.commentNo }), ...(passage && { passage }) }
    const input = { ...place, text, requestKey, ...target }
    const posted = await callApi(postComment, input, { ...callTimeout(), keepalive: true })
    if (passage) recordMove(place, passage, posted.comment.passage)
    patchThread(cache, place, thread => withPosted(thread, posted.comment))
    patchPassages(cache, place, passages => withComment(passages, posted.comment))
    removeFromOutbox(owner, new Set([requestKey]))
    return null
  } catch (error) {
    const field = error instanceof CallFailed ? error.field : undefined
    const isPassageRefused = passage !== undefined && field === 'passage'
    const isTextNew = isPassageRefused && error instanceof CallFailed && error.code === 'invalid'
    const moved = isTextNew ? await findInNewText(cache, owner, comment) : null
    if (moved && moved !== 'unknown') return postQueued(cache, owner, moved)
    const passes = isTemporary(error) || moved === 'unknown'
    const outcome: SendOutcome = {
      failure: failureText(error),
      ...(passes && { passes: true }),
      ...(isPassageRefused && !passes && { isPassageRefused: true }),
    }
    setOutcome(owner, [requestKey], outcome)
    // The quoted comment was deleted, so a retry posts the text without it.
    if (field === 'replyTo') updateQueued(owner, requestKey, ({ replyTo: _, ...each }) => each)
    return outcome
  }
}

const TEMPORARY_CODES: readonly FailureCode[] = ['tooMany', 'notSignedIn', 'passwordChangeNeeded']

function isTemporary(error: unknown): boolean {
  return isTransient(error) || (error instanceof CallFailed && TEMPORARY_CODES.includes(error.code))
}

/**
 * The comment with its passage at the place where the newest text of the note has it; null if that is no other place, `unknown` if
 * the text could not be loaded.
 */
async function findInNewText(
  cache: QueryClient,
  owner: DraftOwner,
  comment: QueuedComment,
): Promise<QueuedComment | 'unknown' | null> {
  let passage: Passage | null
  try {
    const { findPassage } = await import('#client/features/passages/findPassage.ts')
    passage = await findPassage(cache, owner.place.noteNo, comment.passage)
  } catch (error) {
    return isRejection(error) ? null : 'unknown'
  }
  if (passage === null) return null
  if (comment.passage) recordMove(owner.place, comment.passage, passage)
  updateQueued(owner, comment.requestKey, each => ({ ...each, passage }))
  return { ...comment, passage }
}

function updateQueued(
  owner: DraftOwner,
  key: string,
  change: (comment: QueuedComment) => QueuedComment,
): void {
  updateOutbox(owner, outbox => ({
    ...outbox,
    outgoing: outbox.outgoing.map(each => (each.requestKey === key ? change(each) : each)),
  }))
}

type SendOutcome = Pick<QueuedComment, 'failure' | 'passes' | 'isPassageRefused'>

function setOutcome(owner: DraftOwner, keys: readonly string[], outcome: SendOutcome): void {
  updateOutbox(owner, outbox => ({
    ...outbox,
    outgoing: outbox.outgoing.map(each => {
      const { passes: _, isPassageRefused: __, ...comment } = each
      return keys.includes(each.requestKey) ? { ...comment, ...outcome } : each
    }),
  }))
}

/** Queues the text behind the pending comments, empties the draft, and starts to send. */
export function sendDraft(
  cache: QueryClient,
  owner: DraftOwner,
  text: string,
  { replyTo, passage }: DraftTarget = {},
): void {
  const comment: QueuedComment = {
    requestKey: makeRequestKey(),
    text,
    failure: null,
    ...(replyTo && { replyTo }),
    ...(passage && { passage }),
  }
  updateOutbox(owner, ({ replyTo: _, passage: __, ...all }) => ({
    ...all,
    text: '',
    outgoing: [...all.outgoing, comment],
  }))
  void sendPending(cache, owner)
}

/**
 * Comments of the user that the thread does not show yet. A failed comment stays until it is sent or moved
 * back to the draft.
 */
export function usePendingComments(owner: DraftOwner, thread: Pick<Thread, 'comments' | 'hasOlder'>) {
  const cache = useQueryClient()
  const outgoing = useOutboxField(owner, 'outgoing')
  const edits = useOutboxField(owner, 'edits')

  const posted = postedKeys(outgoing, thread.comments)
  useEffect(() => {
    if (posted.size > 0) removeFromOutbox(owner, posted)
  })

  return {
    outgoing: outgoing.filter(({ requestKey }) => !posted.has(requestKey)),
    orphanedEdits: orphanedEdits({ edits }, thread),
    retrySend: (comment: QueuedComment) => retrySend(cache, owner, comment),
    sendWithoutPassage(comment: QueuedComment) {
      updateQueued(owner, comment.requestKey, ({ passage: _, ...each }) => each)
      retrySend(cache, owner, comment)
    },
    moveToDraft({ requestKey, text, replyTo, passage }: QueuedComment) {
      removeFromOutbox(owner, new Set([requestKey]))
      prependToDraft(owner, text, { replyTo, passage })
    },
    moveEditToDraft({ commentNo, text }: { commentNo: number; text: string }) {
      saveDraftEdit(owner.place, { writerNo: owner.userNo, commentNo }, '')
      prependToDraft(owner, text)
    },
  }
}
