import { defineCall } from './call.ts'
import { done, entityNo } from './fields.ts'
import { z } from './schema.ts'

const noteVersionSchema = z.object({
  version: z.number(),
  title: z.string(),
  /** Percent-encoded. */
  text: z.string(),
  /** UTF-16 units of the body. */
  length: z.number(),
  /** The time of the save; ISO 8601, UTC. */
  lastUpdate: z.string(),
  /** Who wrote it together. Absent if the author wrote it alone. */
  writers: z.array(z.string()).optional(),
})
export type NoteVersionView = z.infer<typeof noteVersionSchema>

export const getHistory = defineCall({
  method: 'POST',
  path: '/api/note/gethistory',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns the saved versions of an own note, newest first. The first one is the current text.',
  request: z.object({ noteNo: entityNo }),
  reply: done.extend({ versions: z.array(noteVersionSchema) }),
})

export const getVersion = defineCall({
  method: 'POST',
  path: '/api/note/getversion',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns a saved version of an own note.',
  request: z.object({ noteNo: entityNo, version: entityNo }),
  reply: done.extend(noteVersionSchema.shape),
})
