import * as calls from '#protocol/administration.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listDailyCounts } from './dailyCounts.service.ts'

export function administrationRoutes(context: Context): Route[] {
  const { repositories, live } = context
  return [
    route(calls.getCounts).answer(async () => {
      const [people, notes, hubs, sockets] = await Promise.all([
        repositories.users.count(),
        repositories.notes.count(),
        repositories.hubs.count(),
        live.countSockets(),
      ])
      return { success: true, people, notes, hubs, sockets }
    }),
    route(calls.getDailyCounts).answer(async () => ({ success: true, days: await listDailyCounts(context) })),
  ]
}
