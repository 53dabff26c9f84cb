import * as calls from '#protocol/blocking.ts'
import type { Context } from '#server/context.ts'
import { personView } from '#server/features/accounts/accounts.presenter.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { block, listBlocked, unblock } from './blocking.domain.ts'

export function blockingRoutes(context: Context): Route[] {
  return [
    route(calls.blockPerson).answer(async ({ viewer, input }) => {
      await block(context, viewer, input.userNo)
      return { success: true }
    }),

    route(calls.unblockPerson).answer(async ({ viewer, input }) => {
      await unblock(context, viewer, input.userNo)
      return { success: true }
    }),

    route(calls.getBlocked).answer(async ({ viewer }) => {
      const people = await listBlocked(context, viewer)
      return { success: true, people: people.map(personView) }
    }),
  ]
}
