import * as calls from '#protocol/empathies.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { empathize } from './empathies.domain.ts'

export function empathyRoutes(context: Context): Route[] {
  return [
    route(calls.empathize).answer(async ({ viewer, input }) => {
      const { version, empathy } = await empathize(context, viewer, input)
      return { success: true, version, empathy }
    }),
  ]
}
