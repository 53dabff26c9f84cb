import * as calls from '#protocol/suspension.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import type { Say } from '#server/platform/say.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { endSessionsOf, lookUpPeople, suspendPerson } from './suspension.domain.ts'
import { supervisedView } from './suspension.presenter.ts'

const outcome = (rejected: TextKey | null, say: Say) =>
  rejected === null ? { success: true as const } : { success: false as const, message: say.any(rejected) }

export function suspensionRoutes(context: Context): Route[] {
  return [
    route(calls.lookUpPeople).answer(async ({ input }) => {
      return { success: true, people: (await lookUpPeople(context, input)).map(supervisedView) }
    }),
    route(calls.suspendPerson).answer(async ({ viewer, input, say }) =>
      outcome(await suspendPerson(context, viewer, input), say),
    ),
    route(calls.endSessionsOf).answer(async ({ viewer, input, say }) =>
      outcome(await endSessionsOf(context, viewer, input.userNo), say),
    ),
  ]
}
