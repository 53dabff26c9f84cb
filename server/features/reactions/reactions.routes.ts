import * as calls from '#protocol/reactions.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { setReaction } from './reactions.service.ts'

export function reactionRoutes(context: Context): Route[] {
  return [
    route(calls.setReaction).answer(async ({ viewer, input }) => {
      const { version, empathy: reaction } = await setReaction(context, viewer, input)
      return { success: true, version, empathy: reaction }
    }),
  ]
}
