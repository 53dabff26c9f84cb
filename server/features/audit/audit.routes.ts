import * as calls from '#protocol/administration.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listAuditEntries } from './audit.service.ts'

export function auditRoutes(context: Context): Route[] {
  return [
    route(calls.getAuditLog).answer(async ({ viewer, input }) => {
      const { items, total, pageIndex } = await listAuditEntries(context, viewer, input)
      const userNos = items.flatMap(({ byNo, aboutNo }) => [byNo, aboutNo]).filter(no => no !== undefined)
      const people = await context.people.getMany(userNos)
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
