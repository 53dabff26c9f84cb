import { getDefaultStore } from 'jotai'
import { type CallOptions, callAny } from '#client/platform/calls/callApi.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import type { HubView, UnreadView } from '#protocol/hubs.ts'
import type { z } from '#protocol/schema.ts'
import { hasLeft, LEFT_REVISION, type UnreadNumbers, unreadNumbersAtom } from './unread.ts'

type HubsCall = Call & { reply: z.ZodType<{ hubs: HubView[] }> }

/** Makes a call whose response contains hubs, and caches their unread counts. Throws CallFailed. */
export async function callAndCacheUnread<C extends HubsCall>(
  call: C,
  input: InputOf<C>,
  options?: CallOptions,
): Promise<ReplyOf<C>> {
  const reply: ReplyOf<C> = await callAny(call, input, options)
  setUnreadCounts(reply.hubs)
  return reply
}

/** Caches the unread counts of a response or event. */
export function setUnreadCounts(counts: readonly UnreadView[]): void {
  getDefaultStore().set(unreadNumbersAtom, numbers => withUnread(numbers, counts))
}

/** Applies newer counts. A lower or equal revision is ignored, so events may arrive twice, late or out of order. */
export function withUnread(numbers: UnreadNumbers, updates: readonly UnreadView[]): UnreadNumbers {
  return withNumbers(
    numbers,
    updates.filter(({ hubNo, revision }) => revision > (numbers.get(hubNo)?.revision ?? -1)),
  )
}

/**
 * Applies the counts of all hubs: the user is no longer in a hub that is missing. At the same revision the
 * response wins, because a server that crashed may have saved changes that it never published.
 */
export function withAllUnread(numbers: UnreadNumbers, all: readonly UnreadView[]): UnreadNumbers {
  const current = new Set(all.map(({ hubNo }) => hubNo))
  const left = [...numbers.keys()].filter(hubNo => !current.has(hubNo))
  return withNumbers(
    left.reduce(withoutHub, numbers),
    all.filter(({ hubNo, revision, numUnreadArticles, isMuted }) => {
      const known = numbers.get(hubNo)
      if (known === undefined || known.revision === LEFT_REVISION || revision > known.revision) return true
      if (revision < known.revision) return false
      return numUnreadArticles !== known.numUnreadArticles || (isMuted ?? known.isMuted) !== known.isMuted
    }),
  )
}

/** Applies the count of a hub that the user has joined, perhaps again. */
export function withHub(numbers: UnreadNumbers, hub: UnreadView): UnreadNumbers {
  return hasLeft(numbers, hub.hubNo) ? withNumbers(numbers, [hub]) : withUnread(numbers, [hub])
}

/** Later counts of a hub that the user has left are ignored. */
export function withoutHub(numbers: UnreadNumbers, hubNo: number): UnreadNumbers {
  if (hasLeft(numbers, hubNo)) return numbers
  return withNumbers(numbers, [{ hubNo, numUnreadArticles: 0, revision: LEFT_REVISION }])
}

function withNumbers(numbers: UnreadNumbers, updates: readonly UnreadView[]): UnreadNumbers {
  if (updates.length === 0) return numbers
  const next = new Map(numbers)
  for (const { hubNo, numUnreadArticles, revision, isMuted: newIsMuted } of updates) {
    // Server nodes of the previous release do not send it.
    const isMuted = newIsMuted ?? numbers.get(hubNo)?.isMuted ?? false
    next.set(hubNo, { hubNo, numUnreadArticles, revision, isMuted })
  }
  return next
}
