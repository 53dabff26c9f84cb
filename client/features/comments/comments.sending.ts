import type { QueryClient } from '@tanstack/react-query'
import { getDefaultStore } from 'jotai'
import { callApi } from '#client/platform/calls/callApi.ts'
import { CallFailed, failureText, isPassing } from '#client/platform/calls/callFailed.ts'
import { withTimeout } from '#client/platform/calls/inTime.ts'
import { beforeSigningOut } from '#client/session/session.leaving.ts'
import { postComment } from '#protocol/comments.ts'
import { withPosted } from './comments.cache.ts'
import {
  type Outbox,
  type Outgoing,
  outboxAtom,
  outboxKey,
  outboxOf,
  placesOf,
  withOutbox,
} from './comments.outbox.ts'
import { type Place, patchThread } from './comments.queries.ts'

/** Whose words, and under which note. */
export interface Whose {
  userNo: number
  place: Place
}

const store = getDefaultStore()
/** Where something is being sent since this page was loaded, by whichever screen. */
const underWay = new Map<string, Promise<void>>()

export function changeOutbox({ userNo, place }: Whose, how: (unsent: Outbox) => Outbox): void {
  store.set(outboxAtom, all => withOutbox(all, outboxKey(userNo, place), how))
}

/** Takes comments out of what waits to be sent. */
export function dropOutgoing(whose: Whose, keys: ReadonlySet<string>): void {
  changeOutbox(whose, unsent => ({
    ...unsent,
    outgoing: unsent.outgoing.filter(({ requestKey }) => !keys.has(requestKey)),
  }))
}

/**
 * Sends what somebody wrote under one note and what waits there, in the order in which it was written, and none before the one that
 * went before it; only what its writer has to see to first lets others pass. Each once, however often it is tried: its key sees to
 * that. Never rejects.
 */
export function sendWaiting(cache: QueryClient, whose: Whose): Promise<void> {
  const key = outboxKey(whose.userNo, whose.place)
  const before = underWay.get(key)
  if (before) return before
  const going = sendOneByOne(cache, whose)
  underWay.set(key, going)
  const canGo = beforeSigningOut(() => going)
  return going.finally(() => {
    underWay.delete(key)
    canGo()
  })
}

/** The same wherever they wrote something. */
export async function sendKept(cache: QueryClient, userNo: number): Promise<void> {
  const places = placesOf(store.get(outboxAtom), userNo)
  await Promise.all(places.map(({ place }) => sendWaiting(cache, { userNo, place })))
}

/** What failed and is to be sent as it is. */
export function sendAgain(cache: QueryClient, whose: Whose, { requestKey }: Outgoing): void {
  tell(whose, [requestKey], { failure: null })
  void sendWaiting(cache, whose)
}

async function sendOneByOne(cache: QueryClient, whose: Whose): Promise<void> {
  for (let [next] = waiting(whose); next; [next] = waiting(whose)) {
    tell(whose, [next.requestKey], { failure: null })
    const failure = await deliver(cache, whose, next)
    if (failure?.passes) {
      tell(
        whose,
        waiting(whose).map(({ requestKey }) => requestKey),
        failure,
      )
      return
    }
  }
}

/** The first of them goes next. */
function waiting({ userNo, place }: Whose): Outgoing[] {
  const { outgoing } = outboxOf(store.get(outboxAtom), outboxKey(userNo, place))
  return outgoing.filter(({ failure, passes }) => failure === null || passes === true)
}

/** Why it did not arrive; null when it did. */
async function deliver(cache: QueryClient, whose: Whose, comment: Outgoing): Promise<Outcome | null> {
  const { requestKey, text, replyTo } = comment
  const { place } = whose
  try {
    const said = { ...place, text, requestKey, ...(replyTo && { replyTo: replyTo.commentNo }) }
    const posted = await callApi(postComment, said, { ...withTimeout(), keepalive: true })
    patchThread(cache, place, thread => withPosted(thread, posted.comment))
    dropOutgoing(whose, new Set([requestKey]))
    return null
  } catch (error) {
    const outcome = { failure: failureText(error), ...(isPassing(error) && { passes: true as const }) }
    tell(whose, [requestKey], outcome)
    // What it answers is gone: sent again it stands by itself.
    if (error instanceof CallFailed && error.field === 'replyTo') answerNothing(whose, requestKey)
    return outcome
  }
}

function answerNothing(whose: Whose, key: string): void {
  changeOutbox(whose, unsent => ({
    ...unsent,
    outgoing: unsent.outgoing.map(({ replyTo, ...each }) =>
      each.requestKey === key || replyTo === undefined ? each : { ...each, replyTo },
    ),
  }))
}

/** What became of trying to send it. */
type Outcome = Pick<Outgoing, 'failure' | 'passes'>

function tell(whose: Whose, keys: readonly string[], outcome: Outcome): void {
  changeOutbox(whose, unsent => ({
    ...unsent,
    outgoing: unsent.outgoing.map(each => {
      const { passes: _, ...comment } = each
      return keys.includes(each.requestKey) ? { ...comment, ...outcome } : each
    }),
  }))
}
