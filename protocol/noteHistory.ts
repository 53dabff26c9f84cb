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
})
export type NoteVersionView = z.infer<typeof noteVersionSchema>

export const getHistory = defineCall({
  method: 'POST',
  path: '/api/note/gethistory',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "The saved versions of one's own note, newest first; the first is the text that it has now.",
  request: z.object({ noteNo: entityNo }),
  reply: done.extend({ versions: z.array(noteVersionSchema) }),
})

export const getVersion = defineCall({
  method: 'POST',
  path: '/api/note/getversion',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "One saved version of one's own note.",
  request: z.object({ noteNo: entityNo, version: entityNo }),
  reply: done.extend(noteVersionSchema.shape),
})
