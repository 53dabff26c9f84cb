import { type CallOptions, callAny } from '#client/platform/calls/callApi.ts'
import type { Call, InputOf, ReplyOf } from '#protocol/call.ts'
import type { HubView } from '#protocol/hubs.ts'
import type { z } from '#protocol/schema.ts'
import { setUnreadCounts } from './unread.taking.ts'

type HubsCall = Call & { reply: z.ZodType<{ hubs: HubView[] }> }

/** Makes a call that is answered with rooms, and has their unread numbers shown. Throws CallFailed. */
export async function callAndCacheUnread<C extends HubsCall>(
  call: C,
  input: InputOf<C>,
  options?: CallOptions,
): Promise<ReplyOf<C>> {
  const reply: ReplyOf<C> = await callAny(call, input, options)
  setUnreadCounts(reply.hubs)
  return reply
}
