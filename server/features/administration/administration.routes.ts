import * as calls from '#protocol/administration.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listDailyCounts } from './dailyCounts.domain.ts'

export function administrationRoutes(context: Context): Route[] {
  const { stores, live } = context
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
    route(calls.getDailyCounts).answer(async () => ({ success: true, days: await listDailyCounts(context) })),
  ]
}
