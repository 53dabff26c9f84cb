import { defineCall } from './call.ts'
import { done, entityNo, lines, rejection, uuid } from './fields.ts'
import { COMMENT_MAX, QUOTE_MAX } from './limits.ts'
import { reactionSchema } from './reactions.ts'
import { z } from './schema.ts'
import { shortened } from './shortened.ts'

export const commentField = lines('comments.length', { min: 1, max: COMMENT_MAX })

/** What another comment says, as far as an answer to it shows. */
const quoteSchema = z.object({
  writer: z.string(),
  writerNo: z.number(),
  /** Its first line, cut to QUOTE_MAX. */
  line: z.string(),
})
export type Quote = z.infer<typeof quoteSchema>

/** What an answer shows of the comment that it answers. */
export function quoteOf({ writer, writerNo, text }: Quoted): Quote {
  return { writer, writerNo, line: shortened(text.split('\n', 1)[0] ?? '', QUOTE_MAX) }
}
type Quoted = Pick<CommentView, 'writer' | 'writerNo' | 'text'>

/** The newest comment on a note in a hub, as far as the note's card shows it. */
export const lastCommentSchema = quoteSchema.extend({ commentNo: z.number() })
export type LastComment = z.infer<typeof lastCommentSchema>

/** A comment as everybody in the hub may see it; REST and events carry the same. */
export const commentSchema = z.object({
  /** A later comment has a higher number. */
  commentNo: z.number(),
  text: z.string(),
  writer: z.string(),
  writerNo: z.number(),
  profPic: z.string(),
  /** ISO 8601, UTC. */
  postedAt: z.string(),
  /** Changed after it was posted. */
  edited: z.boolean(),
  /** Of its sending: by it the writer's screen knows that it arrived, even if the answer was lost. */
  requestKey: z.string(),
  /**
   * The comment that this one answers; `quote` is null once that is deleted. Absent where it answers none, and from nodes of
   * the release before.
   */
  replyTo: z.object({ commentNo: z.number(), quote: quoteSchema.nullable() }).optional(),
  /** Those of the room whom it mentions. Absent where it mentions nobody, and from nodes of the release before. */
  mentioned: z.array(z.object({ userNo: z.number(), userName: z.string() })).optional(),
})
export type CommentView = z.infer<typeof commentSchema>

/** A note has a thread of its own in each hub where it is shared. */
const inThread = { hubNo: entityNo, noteNo: entityNo }

export const getComments = defineCall({
  method: 'POST',
  path: '/api/discussion/getcomments',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary:
    'The newest comments on a note in a hub where it is shared now, or those before a comment, in their order; more of them back to a comment.',
  request: z.object({
    ...inThread,
    before: entityNo.optional(),
    /** More than COMMENTS_AT_ONCE where it is further back, COMMENTS_BACK_AT_ONCE at most. Nodes of the release before do not heed it. */
    backTo: entityNo.optional(),
  }),
  reply: done.extend({
    /** The hub's version that this answer is at least as new as. */
    version: z.number(),
    /** Of the whole thread. */
    count: z.number(),
    /** The oldest of them first. */
    comments: z.array(commentSchema),
    hasOlder: z.boolean(),
    /**
     * The viewer has read the thread up to this comment, or it was posted before they came; 0 when there is none. Nodes of
     * the release before do not tell it.
     */
    readUpTo: z.number().optional(),
    /**
     * How many comments of others the viewer has not read before these, and the first of them. Absent without any, and from nodes of
     * the release before.
     */
    unreadBefore: z.object({ count: z.number(), firstNo: z.number() }).optional(),
    /** With the note, and with these comments; nobody does with those that are absent. Nodes of the release before tell none. */
    empathies: z.array(reactionSchema).optional(),
  }),
})
export type CommentPage = z.infer<typeof getComments.reply>

export const postComment = defineCall({
  method: 'POST',
  path: '/api/discussion/postcomment',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Posts a comment. The same requestKey again answers with the comment that it made.',
  request: z.object({
    ...inThread,
    text: commentField,
    /** A comment of the same thread, which this one answers. */
    replyTo: entityNo.optional(),
    /** Made by the client once for each comment, so that a repeated sending makes one comment. */
    requestKey: uuid,
  }),
  reply: done.extend({ comment: commentSchema }),
})

export const updateComment = defineCall({
  method: 'POST',
  path: '/api/discussion/updatecomment',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Changes one’s own comment within five minutes.',
  request: z.object({ commentNo: entityNo, text: commentField }),
  reply: z.discriminatedUnion('success', [done.extend({ comment: commentSchema }), rejection]),
})

export const deleteComment = defineCall({
  method: 'POST',
  path: '/api/discussion/deletecomment',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Deletes one’s own comment, or any on one’s own note.',
  request: z.object({ commentNo: entityNo }),
  reply: done,
})

export const markCommentsRead = defineCall({
  method: 'POST',
  path: '/api/discussion/markcommentsread',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Tells that one has read a thread up to a comment.',
  request: z.object({ ...inThread, commentNo: entityNo }),
  reply: done,
})
