import { defineCall } from './call.ts'
import { done, entityNo, entityNos, itemsPerPage, pageNo, time } from './fields.ts'
import { NOTES_AT_ONCE_MAX, NOTES_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

const trashedSchema = z.object({
  noteNo: z.number(),
  title: z.string(),
  /** UTF-16 units of the body, of all parts of a series. */
  length: z.number(),
  /** The number of parts of a series, which is in the trash as one note. Absent for one note. */
  partCount: z.number().optional(),
  /** A later part of a series that was deleted alone. Its title is that of the series. */
  isPart: z.literal(true).optional(),
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
  summary: 'Returns a page of deleted notes, last deleted first. They are deleted permanently after 30 days.',
  request: z.object({ curPageNo: pageNo, itemsPerPage: itemsPerPage(NOTES_PER_PAGE) }),
  reply: trashPage,
})

export const readTrash = defineCall({
  method: 'POST',
  path: '/api/trash/read',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns a deleted note.',
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
    'Restores deleted notes into their topics, or into topics of the same name. Within a minute of the deletion, ' +
    'their shares are restored as well.',
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
    'Restores the deleted notes of a topic, and the topic if it is gone; with a time, only notes deleted since then. ' +
    'Within a minute of the deletion, their shares are restored as well.',
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
  summary: 'Deletes notes in the trash permanently: the given ones, or all.',
  request: z.object({ noteNosJSON: entityNos(NOTES_AT_ONCE_MAX).optional() }),
  reply: done,
})
