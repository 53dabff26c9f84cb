import { defineCall } from './call.ts'
import { done, entityNo, uuid } from './fields.ts'
import { encodedNoteText, importedTime } from './notes.ts'
import { z } from './schema.ts'

/** A series is a text that is longer than a note: up to SERIES_PARTS_MAX notes that are read and shared as one (decision 0061). */

const seriesSchema = done.extend({
  headNo: z.number(),
  title: z.string(),
  /** In order. A note that stands alone is the only part. */
  parts: z.array(
    z.object({
      noteNo: z.number(),
      /** Percent-encoded. */
      text: z.string(),
      version: z.number(),
      /** ISO 8601, UTC. */
      lastUpdate: z.string(),
    }),
  ),
})
export type SeriesView = z.infer<typeof seriesSchema>

export const getSeries = defineCall({
  method: 'POST',
  path: '/api/note/series',
  access: 'member',
  limit: 'find',
  encoding: 'form',
  summary: 'Returns the parts of the series of a note, to those who may read the note.',
  /** `noteNo`: any part. */
  request: z.object({ noteNo: entityNo }),
  reply: seriesSchema,
})

export const continueNote = defineCall({
  method: 'POST',
  path: '/api/note/continue',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary:
    'Saves a new part directly after an own note, which becomes the first part of a series unless it is in one. The ' +
    'same requestKey again returns the part that it created.',
  request: z.object({
    noteNo: entityNo,
    text: encodedNoteText,
    requestKey: uuid,
    /** For imported notes: keeps the time of the last change. Ignored after the note has been shared. */
    lastUpdate: importedTime.optional(),
  }),
  reply: done.extend({ noteNo: z.number(), version: z.number() }),
})
