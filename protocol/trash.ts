import { defineCall } from './call.ts'
import { done, entityNo, entityNos, itemsPerPage, pageNo, time } from './fields.ts'
import { NOTES_AT_ONCE_MAX, NOTES_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

const trashedSchema = z.object({
  noteNo: z.number(),
  title: z.string(),
  /** UTF-16 units of the body. */
  length: z.number(),
  /** The title of the topic of the note. */
  subjectTitle: z.string(),
  /** The number of the topic. Nodes of the previous release do not send it. */
  topicNo: z.number().optional(),
  /** ISO 8601, UTC. */
  deletedAt: z.string(),
})
export type TrashedNoteView = z.infer<typeof trashedSchema>

const trashPage = done.extend({
  noteCount: z.number(),
  notes: z.array(trashedSchema),
  /** The number of trashed notes for each topic on the page. Nodes of the previous release do not send it. */
  topics: z.array(z.object({ topicNo: z.number(), noteCount: z.number() })).optional(),
  pageIndex: pageIndexSchema,
})

export type TrashPage = z.infer<typeof trashPage>

export const getTrash = defineCall({
  method: 'POST',
  path: '/api/trash/list',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "A page of one's deleted notes, last deleted first. They are gone for good after 30 days.",
  request: z.object({ curPageNo: pageNo, itemsPerPage: itemsPerPage(NOTES_PER_PAGE) }),
  reply: trashPage,
})

export const readTrash = defineCall({
  method: 'POST',
  path: '/api/trash/read',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "One of one's deleted notes.",
  request: z.object({ noteNo: entityNo }),
  reply: done.extend({
    ...trashedSchema.shape,
    /** Percent-encoded. */
    text: z.string(),
  }),
})

export const restoreTrash = defineCall({
  method: 'POST',
  path: '/api/trash/restore',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  summary:
    'Brings deleted notes back into their topics, or into ones of the same name. Within a minute of the deletion they are ' +
    'shared again where they were.',
  request: z.object({ noteNosJSON: entityNos(NOTES_AT_ONCE_MAX) }),
  reply: done.extend({
    notes: z.array(
      z.object({
        noteNo: z.number(),
        topicNo: z.number(),
        /** The hubs where the note could not be shared again. */
        refusedHubNos: z.array(z.number()),
      }),
    ),
  }),
})

export const restoreTopic = defineCall({
  method: 'POST',
  path: '/api/trash/restoretopic',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  isRepeatable: true,
  summary:
    'Brings the deleted notes of a topic back, and the topic itself, should it be gone; only those that were deleted since a ' +
    'time, where one is named. Within a minute of the deletion they are shared again where they were.',
  request: z.object({ topicNo: entityNo, since: time.optional() }),
  reply: done.extend({
    /** The hubs where a note could not be shared again. */
    refusedHubNos: z.array(z.number()),
  }),
})

export const purgeTrash = defineCall({
  method: 'POST',
  path: '/api/trash/purge',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  summary: 'Deletes notes in the trash for good; all of them, unless told which.',
  request: z.object({ noteNosJSON: entityNos(NOTES_AT_ONCE_MAX).optional() }),
  reply: done,
})
