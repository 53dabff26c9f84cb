import { defineCall } from './call.ts'
import { done, entityNo, itemsPerPage, pageNo, sent } from './fields.ts'
import { hubSchema } from './hubs.ts'
import { SHARE_HUBS_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

export const getShareHubs = defineCall({
  method: 'POST',
  path: '/api/share/gethubs',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "A page of the author's hubs, and in which of them the note is shared.",
  request: z.object({
    noteNo: entityNo,
    curPageNo: pageNo,
    hubsPerPage: itemsPerPage(SHARE_HUBS_PER_PAGE),
    needSharedList: z.union([z.number(), sent(5), z.boolean()]).optional(),
  }),
  reply: done.extend({
    hubs: z.array(hubSchema),
    /** The numbers of the hubs with which the note is shared now, those of other pages included. */
    shared: z.array(z.number()),
    /** Parallel to `hubs`: how many of each hub's members have opened the note, its author not counted. */
    readCounts: z.array(z.number()),
    pageIndex: pageIndexSchema,
  }),
})

const shareRequest = z.object({ hubNo: entityNo, noteNo: entityNo })

export const shareNote = defineCall({
  method: 'POST',
  path: '/api/share/sharenote',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Shares a note with a hub. Sharing it again changes nothing.',
  request: shareRequest,
  reply: done,
})

export const unshareNote = defineCall({
  method: 'POST',
  path: '/api/share/unsharenote',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  summary: 'Cancels the sharing of a note with a hub. Cancelling it again changes nothing.',
  request: shareRequest,
  reply: done,
})
