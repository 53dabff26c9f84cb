import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { loadPage, type Page } from '#server/platform/paging.ts'
import type { AuditEntry } from './audit.repository.ts'

/** Call after the action succeeded. */
export async function recordAuditEntry(
  { repositories, clock }: Context,
  { userNo: byNo }: Viewer,
  entry: Pick<AuditEntry, 'kind' | 'aboutNo' | 'thingNo'>,
): Promise<void> {
  await repositories.auditLog.add({ ...entry, byNo: byNo, at: clock() })
}

/** Without settled reports about the viewer. */
export async function listAuditEntries(
  { repositories }: Context,
  { userNo }: Viewer,
  request: { curPageNo: number; itemsPerPage: number },
): Promise<Page<AuditEntry>> {
  return loadPage(request.curPageNo, request.itemsPerPage, async range => {
    const [items, total] = await Promise.all([
      repositories.auditLog.findPageFor(userNo, range),
      repositories.auditLog.countFor(userNo),
    ])
    return { items, total }
  })
}
