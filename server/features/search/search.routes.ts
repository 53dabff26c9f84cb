import * as calls from '#protocol/search.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { searchResultsView } from './search.presenter.ts'
import { searchEverywhere } from './search.service.ts'

export function searchRoutes(context: Context): Route[] {
  return [
    route(calls.searchAll).answer(async ({ viewer, input }) =>
      searchResultsView(await searchEverywhere(context, viewer, input)),
    ),
  ]
}
