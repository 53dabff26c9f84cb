import * as calls from '#protocol/administration.ts'
import type { TextKey } from '#protocol/text/index.ts'
import type { Context } from '#server/context.ts'
import type { Translate } from '#server/platform/i18n.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { supervisedView } from './suspension.presenter.ts'
import { endSessionsOf, lookUpPeople, suspendPerson } from './suspension.service.ts'

const outcome = (rejected: TextKey | null, t: Translate) =>
  rejected === null ? { success: true as const } : { success: false as const, message: t.any(rejected) }

export function suspensionRoutes(context: Context): Route[] {
  return [
    route(calls.lookUpPeople).answer(async ({ input }) => {
      return { success: true, people: (await lookUpPeople(context, input)).map(supervisedView) }
    }),
    route(calls.suspendPerson).answer(async ({ viewer, input, t }) =>
      outcome(await suspendPerson(context, viewer, input), t),
    ),
    route(calls.endSessionsOf).answer(async ({ viewer, input, t }) =>
      outcome(await endSessionsOf(context, viewer, input.userNo), t),
    ),
  ]
}
