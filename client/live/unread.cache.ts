import { getDefaultStore } from 'jotai'
import { type CallOptions, callAny } from '#client/platform/calls/callApi.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import type { HubView, UnreadView } from '#protocol/hubs.ts'
import type { z } from '#protocol/schema.ts'
import { withUnread } from './unread.reducer.ts'
import { unreadNumbersAtom } from './unread.ts'

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
