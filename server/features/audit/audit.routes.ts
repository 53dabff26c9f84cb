import * as calls from '#protocol/audit.ts'
import type { Context } from '#server/context.ts'
import { type Route, route } from '#server/platform/serve.ts'
import { listAuditEntries } from './audit.domain.ts'

export function auditRoutes(context: Context): Route[] {
  return [
    route(calls.getAuditLog).answer(async ({ viewer, input }) => {
      const { items, total, pageIndex } = await listAuditEntries(context, viewer, input)
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
