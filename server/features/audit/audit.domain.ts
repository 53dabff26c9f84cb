import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import { type Page, pageAt } from '#server/platform/page.ts'
import type { AuditEntry } from './audit.store.ts'

/** Once it is done: what was refused is no deed. */
export async function recordAuditEntry(
  { stores, clock }: Context,
  { userNo: byNo }: Viewer,
  entry: Pick<AuditEntry, 'kind' | 'aboutNo' | 'thingNo'>,
): Promise<void> {
  await stores.auditLog.add({ ...entry, byNo, at: clock() })
}

/** But for what was settled of reports about the viewer. */
export async function listAuditEntries(
  { stores }: Context,
  { userNo }: Viewer,
  asked: { curPageNo: number; itemsPerPage: number },
): Promise<Page<AuditEntry>> {
  return pageAt(asked.curPageNo, asked.itemsPerPage, async range => {
    const [items, total] = await Promise.all([
      stores.auditLog.pageFor(userNo, range),
      stores.auditLog.countFor(userNo),
    ])
    return { items, total }
  })
}
