import * as calls from '#protocol/deeds.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listDeeds } from './deeds.domain.ts'

export function deedRoutes(context: Context): Route[] {
  return [
    route(calls.getDeeds).answer(async ({ viewer, input }) => {
      const { items, total, pageIndex } = await listDeeds(context, viewer, input)
      const named = items.flatMap(({ byNo, aboutNo }) => [byNo, aboutNo]).filter(no => no !== undefined)
      const people = await context.people.of(named)
      const nameOf = (no: number | undefined) => (no === undefined ? '' : (people.get(no)?.username ?? ''))
      const itemList = items.map(({ kind, at, byNo, aboutNo, thingNo }) => ({
        kind,
        at: at.toISOString(),
        by: nameOf(byNo),
        about: nameOf(aboutNo),
        thingNo: thingNo ?? null,
      }))
      return { success: true, itemList, total, pageIndex }
    }),
  ]
}
