import * as calls from '#protocol/blocking.ts'
import type { Context } from '#server/context.ts'
import { personView } from '#server/features/accounts/accounts.presenter.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { blockUser, listBlocked, unblockUser } from './blocking.service.ts'

export function blockingRoutes(context: Context): Route[] {
  return [
    route(calls.blockPerson).handle(async ({ viewer, input }) => {
      await blockUser(context, viewer, input.userNo)
      return { success: true }
    }),

    route(calls.unblockPerson).handle(async ({ viewer, input }) => {
      await unblockUser(context, viewer, input.userNo)
      return { success: true }
    }),

    route(calls.getBlocked).handle(async ({ viewer }) => {
      const people = await listBlocked(context, viewer)
      return { success: true, people: people.map(personView) }
    }),
  ]
}
