import * as calls from '#protocol/find.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { findEverywhere } from './find.domain.ts'
import { foundView } from './find.presenter.ts'

export function findRoutes(context: Context): Route[] {
  return [
    route(calls.findAll).answer(async ({ viewer, input }) =>
      foundView(await findEverywhere(context, viewer, input)),
    ),
  ]
}
