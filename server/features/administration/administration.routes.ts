import * as calls from '#protocol/administration.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'

export function administrationRoutes({ stores, live }: Context): Route[] {
  return [
    route(calls.getCounts).answer(async () => {
      const [people, notes, hubs, sockets] = await Promise.all([
        stores.users.count(),
        stores.notes.count(),
        stores.hubs.count(),
        live.countSockets(),
      ])
      return { success: true, people, notes, hubs, sockets }
    }),
  ]
}
