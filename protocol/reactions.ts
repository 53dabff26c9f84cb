import { defineCall } from './call.ts'
import { done, entityNo, flag } from './fields.ts'
import { z } from './schema.ts'

/** In place of a comment's number: the note itself. */
export const NOTE_ITSELF = 0

/** Who empathizes with a comment, or in a hub with a note; those who did so first stand first. */
export const reactionSchema = z.object({
  /** NOTE_ITSELF: the note. */
  commentNo: z.number(),
  userNos: z.array(z.number()),
})
export type ReactionView = z.infer<typeof reactionSchema>

export const setReaction = defineCall({
  method: 'POST',
  path: '/api/discussion/empathize',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary:
    'Empathizes with a note in a hub where it is shared now, or with a comment on it there, or takes that back. ' +
    'Doing it again changes nothing.',
  request: z.object({
    hubNo: entityNo,
    noteNo: entityNo,
    /** Without it: the note itself. */
    commentNo: entityNo.optional(),
    isOn: flag,
  }),
  reply: done.extend({
    /** The version that the hub gave it. */
    version: z.number(),
    empathy: reactionSchema,
  }),
})
