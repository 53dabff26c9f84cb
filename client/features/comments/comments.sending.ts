import type { QueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, failureText, isPassing } from '#client/platform/calls/callFailed.ts'
import { beforeSigningOut } from '#client/session/session.leaving.ts'
import { postComment } from '#protocol/comments.ts'
import { withPosted } from './comments.cache.ts'
import { type Place, patchThread } from './comments.queries.ts'
import { type Outgoing, placesOf, type Unsent, unsentAtom, unsentKey, withUnsent } from './comments.unsent.ts'

/** Whose words, and under which note. */
export interface Whose {
  userNo: number
  place: Place
}

const store = getDefaultStore()
/** The keys of what is being sent since this page was loaded, by whichever screen. */
const underWay = new Set<string>()

export function changeUnsent({ userNo, place }: Whose, how: (unsent: Unsent) => Unsent): void {
  store.set(unsentAtom, all => withUnsent(all, unsentKey(userNo, place), how))
}

/** Takes comments out of what waits to be sent. */
export function dropOutgoing(whose: Whose, keys: ReadonlySet<string>): void {
  changeUnsent(whose, unsent => ({
    ...unsent,
    outgoing: unsent.outgoing.filter(({ requestKey }) => !keys.has(requestKey)),
  }))
}

/** Sends what waits in the store, once however often it is tried: its key sees to that. Never rejects. */
export async function sendComment(cache: QueryClient, whose: Whose, comment: Outgoing): Promise<void> {
  if (underWay.has(comment.requestKey)) return
  underWay.add(comment.requestKey)
  tell(whose, comment.requestKey, { failure: null })
  const delivered = deliver(cache, whose, comment)
  const mayGo = beforeSigningOut(() => delivered)
  await delivered
  mayGo()
  underWay.delete(comment.requestKey)
}

/**
 * Sends somebody's comments that were left under way or failed without anybody's fault; those under one note in the order in
 * which they were written, and none before the one that went before it.
 */
export async function sendKept(cache: QueryClient, userNo: number): Promise<void> {
  await Promise.all(
    placesOf(store.get(unsentAtom), userNo).map(async ({ place, outgoing }) => {
      for (const comment of outgoing) {
        if (comment.failure !== null && comment.passes !== true) continue
        await sendComment(cache, { userNo, place }, comment)
        if (isKept({ userNo, place }, comment)) return
      }
    }),
  )
}

function isKept({ userNo, place }: Whose, { requestKey }: Outgoing): boolean {
  const kept = store.get(unsentAtom)[unsentKey(userNo, place)]
  return kept?.outgoing.some(each => each.requestKey === requestKey) ?? false
}

async function deliver(cache: QueryClient, whose: Whose, comment: Outgoing): Promise<void> {
  const { requestKey, text, replyTo } = comment
  const { place } = whose
  try {
    const said = { ...place, text, requestKey, ...(replyTo && { replyTo: replyTo.commentNo }) }
    const posted = await callApi(postComment, said, { keepalive: true })
    patchThread(cache, place, thread => withPosted(thread, posted.comment))
    dropOutgoing(whose, new Set([requestKey]))
  } catch (error) {
    const passes = isPassing(error)
    tell(whose, requestKey, { failure: failureText(error), ...(passes && { passes }) })
    // What it answers is gone: sent again it stands by itself.
    if (error instanceof CallFailed && error.field === 'replyTo') answerNothing(whose, requestKey)
  }
}

function answerNothing(whose: Whose, key: string): void {
  changeUnsent(whose, unsent => ({
    ...unsent,
    outgoing: unsent.outgoing.map(({ replyTo, ...each }) =>
      each.requestKey === key || replyTo === undefined ? each : { ...each, replyTo },
    ),
  }))
}

/** What became of trying to send it. */
type Outcome = Pick<Outgoing, 'failure' | 'passes'>

function tell(whose: Whose, key: string, outcome: Outcome): void {
  changeUnsent(whose, unsent => ({
    ...unsent,
    outgoing: unsent.outgoing.map(each => {
      const { passes: _, ...comment } = each
      return each.requestKey === key ? { ...comment, ...outcome } : each
    }),
  }))
}
