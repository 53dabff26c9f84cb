import { defineCall } from './call.ts'
import { done, itemsPerPage, pageNo } from './fields.ts'
import { DEEDS_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/** What administrators do as such. */
const deedKinds = [
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
export type DeedKind = (typeof deedKinds)[number]

const deedSchema = z.object({
  kind: z.enum(deedKinds),
  /** ISO 8601, UTC. */
  at: z.string(),
  /** Whose deed it was; empty when their account is gone. */
  by: z.string(),
  /** To whom it was done; empty where it was done to nobody. */
  about: z.string(),
  /** The number of the report, the opinion or the notice; null where there is none. */
  thingNo: z.number().nullable(),
})
export type DeedView = z.infer<typeof deedSchema>

export const getDeeds = defineCall({
  method: 'POST',
  path: '/api/admin/getlog',
  access: 'administrator',
  limit: 'read',
  encoding: 'form',
  summary:
    'A page of what administrators did in the last year, and to whom, the last first: no text that anybody wrote, and nothing of ' +
    'reports about the caller.',
  request: z.object({ curPageNo: pageNo, itemsPerPage: itemsPerPage(DEEDS_PER_PAGE) }),
  reply: done.extend({ itemList: z.array(deedSchema), pageIndex: pageIndexSchema, total: z.number() }),
})
export type DeedPage = z.infer<typeof getDeeds.reply>
