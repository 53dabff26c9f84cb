import { defineCall } from './call.ts'
import { done, entityNo, flag, itemsPerPage, pageNo, sent } from './fields.ts'
import { hubViewSchema } from './hubs.ts'
import { SHARE_HUBS_PER_PAGE, SHARE_NOTES_PER_PAGE } from './limits.ts'
import { noteLineSchema } from './notes.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'
import { searchQueryField } from './search.ts'

export const getShareHubs = defineCall({
  method: 'POST',
  path: '/api/share/gethubs',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary:
    "Returns a page of the author's hubs, and whether the note is shared in each; with a query, of hubs whose name or " +
    'members contain every word of it.',
  request: z.object({
    noteNo: entityNo,
    curPageNo: pageNo,
    hubsPerPage: itemsPerPage(SHARE_HUBS_PER_PAGE),
    query: searchQueryField.optional(),
    needSharedList: z.union([z.number(), sent(5), z.boolean()]).optional(),
  }),
  reply: done.extend({
    hubs: z.array(hubViewSchema),
    /** The numbers of all hubs where the note is shared, including those on other pages. */
    shared: z.array(z.number()),
    /** The numbers of the hubs whose members may write the note. Nodes of the previous release do not send it. */
    writing: z.array(z.number()).optional(),
    /** Parallel to `hubs`: the number of members who have opened the note, without its author. */
    readCounts: z.array(z.number()),
    /** Parallel to `hubs`: these members. Nodes of the previous release do not send it. */
    readerNos: z.array(z.array(z.number())).optional(),
    pageIndex: pageIndexSchema,
  }),
})

export const getShareNotes = defineCall({
  method: 'POST',
  path: '/api/share/getnotes',
  access: 'member',
  limit: 'find',
  encoding: 'form',
  summary:
    'Returns a page of own notes, last changed first, and whether each is shared in a hub of the caller; with a ' +
    'query, of notes that contain every word of it, best first.',
  request: z.object({
    hubNo: entityNo,
    query: searchQueryField.optional(),
    curPageNo: pageNo,
    itemsPerPage: itemsPerPage(SHARE_NOTES_PER_PAGE),
  }),
  reply: done.extend({
    notes: z.array(noteLineSchema),
    /** The notes that are currently shared in the hub. */
    shared: z.array(z.number()),
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
  isRepeatable: true,
  summary: 'Shares a note with a hub. Idempotent.',
  request: shareRequest,
  reply: done,
})

export const unshareNote = defineCall({
  method: 'POST',
  path: '/api/share/unsharenote',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Withdraws a share. Idempotent.',
  request: shareRequest,
  reply: done,
})

export const setSharedWriting = defineCall({
  method: 'POST',
  path: '/api/share/setwriting',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary:
    'Lets the members of a hub in which an own note is shared write its title and text, or ends that at once.',
  request: shareRequest.extend({ isOn: flag }),
  reply: done,
})
