import { defineCall } from './call.ts'
import { done, itemsPerPage, pageNo } from './fields.ts'
import { AUDIT_ENTRIES_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/** What administrators do as such. */
const auditKinds = [
  'suspended',
  'lifted',
  'signedOut',
  'settledReport',
  'answeredOpinion',
  'deletedOpinion',
  'postedNotice',
  'changedNotice',
  'deletedNotice',
] as const
export type AuditKind = (typeof auditKinds)[number]

const auditEntrySchema = z.object({
  kind: z.enum(auditKinds),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Whose deed it was; empty when their account is gone. */
  by: z.string(),
  /** To whom it was done; empty where it was done to nobody. */
  about: z.string(),
  /** The number of the report, the opinion or the notice; null where there is none. */
  thingNo: z.number().nullable(),
})
export type AuditEntryView = z.infer<typeof auditEntrySchema>

export const getAuditLog = defineCall({
  method: 'POST',
  path: '/api/admin/getlog',
  access: 'administrator',
  limit: 'read',
  encoding: 'form',
  summary:
    'A page of what administrators did in the last year, and to whom, the last first: no text that anybody wrote, and nothing of ' +
    'reports about the caller.',
  request: z.object({ curPageNo: pageNo, itemsPerPage: itemsPerPage(AUDIT_ENTRIES_PER_PAGE) }),
  reply: done.extend({ itemList: z.array(auditEntrySchema), pageIndex: pageIndexSchema, total: z.number() }),
})
export type AuditLogPage = z.infer<typeof getAuditLog.reply>
