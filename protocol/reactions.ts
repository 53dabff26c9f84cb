import { defineCall } from './call.ts'
import { done, entityNo, flag } from './fields.ts'
import { z } from './schema.ts'

/** Instead of a comment number: the note itself. */
export const NOTE_ITSELF = 0

/** The users who reacted to a comment or note in a hub, the first one first. */
export const reactionSchema = z.object({
  /** NOTE_ITSELF for the note. */
  commentNo: z.number(),
  userNos: z.array(z.number()),
})
export type ReactionView = z.infer<typeof reactionSchema>

export const setReaction = defineCall({
  method: 'POST',
  path: '/api/discussion/react',
  formerPath: '/api/discussion/empathize',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary:
    'Reacts to a note in a hub where it is shared, or to a comment on it there, or removes the reaction. Idempotent.',
  request: z.object({
    hubNo: entityNo,
    noteNo: entityNo,
    /** Without it: the note itself. */
    commentNo: entityNo.optional(),
    isOn: flag,
  }),
  reply: done.extend({
    /** The hub version of the change. */
    version: z.number(),
    empathy: reactionSchema,
  }),
})
