import { defineCall } from './call.ts'
import { done, entityNo, itemsPerPage, pageNo, sent } from './fields.ts'
import { hubSchema } from './hubs.ts'
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
    "A page of the author's hubs, and in which of them the note is shared; with a query, of those hubs whose name or members " +
    'hold every word of it.',
  request: z.object({
    noteNo: entityNo,
    curPageNo: pageNo,
    hubsPerPage: itemsPerPage(SHARE_HUBS_PER_PAGE),
    query: searchQueryField.optional(),
    needSharedList: z.union([z.number(), sent(5), z.boolean()]).optional(),
  }),
  reply: done.extend({
    hubs: z.array(hubSchema),
    /** The numbers of all hubs where the note is shared, including those on other pages. */
    shared: z.array(z.number()),
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
    "A page of one's own notes, the last changed first, and which of them are shared in a hub that one is in; with a query, of " +
    'the notes that hold every word of it, the best first.',
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
  isRepeatable: true,
  summary: 'Cancels the sharing of a note with a hub. Cancelling it again changes nothing.',
  request: shareRequest,
  reply: done,
})
