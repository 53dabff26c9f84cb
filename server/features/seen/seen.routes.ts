import * as calls from '#protocol/seen.ts'
import type { Context } from '#server/context.ts'
import { seenView } from '#server/features/hubs/hubs.presenter.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { markSeen } from './seen.service.ts'

export function seenRoutes(context: Context): Route[] {
  return [
    route(calls.markSeen).answer(async ({ viewer, input: { hubNo, seqsJSON: seqs } }) => {
      const hub = await markSeen(context, viewer, { hubNo, seqs })
      return { success: true, ...seenView(hub, viewer.userNo) }
    }),
  ]
}
