import { defineCall } from './call.ts'
import { done, entityNo, lines, rejection, uuid } from './fields.ts'
import { COMMENT_MAX, QUOTE_MAX } from './limits.ts'
import { truncateText } from './normalization.ts'
import { type Passage, passageSchema } from './passages.ts'
import { reactionSchema } from './reactions.ts'
import { z } from './schema.ts'

export const commentField = lines('comments.length', { min: 1, max: COMMENT_MAX })

/** The comment that a reply quotes. */
const quoteSchema = z.object({
  writer: z.string(),
  writerNo: z.number(),
  /** The first line, truncated to QUOTE_MAX. */
  line: z.string(),
})
export type Quote = z.infer<typeof quoteSchema>

/** The quote that a reply shows. */
export function quoteOf({ writer, writerNo, text }: Quoted): Quote {
  return { writer, writerNo, line: truncateText(text.split('\n', 1)[0] ?? '', QUOTE_MAX) }
}
type Quoted = Pick<CommentView, 'writer' | 'writerNo' | 'text'>

/** The newest comment on the card of a note. */
export const lastCommentSchema = quoteSchema.extend({
  commentNo: z.number(),
  /**
   * The words that the comment is about, and the number of comments on them. Absent if it is about the whole note. Nodes of the
   * previous release do not send it.
   */
  passage: z.object({ exact: z.string(), count: z.number() }).optional(),
})
export type LastComment = z.infer<typeof lastCommentSchema>

/** @param passageCount the number of comments on the passage of the comment, if it has one. */
export function lastCommentOf(
  { commentNo, passage, ...comment }: Quoted & { commentNo: number; passage?: Passage | undefined },
  passageCount: number | undefined,
): LastComment {
  return {
    commentNo,
    ...quoteOf(comment),
    ...(passage && { passage: { exact: passage.exact, count: passageCount ?? 1 } }),
  }
}

/** A comment as all members see it, in REST responses and events. */
export const commentSchema = z.object({
  /** Later comments have higher numbers. */
  commentNo: z.number(),
  text: z.string(),
  writer: z.string(),
  writerNo: z.number(),
  profPic: z.string(),
  /** ISO 8601, UTC. */
  postedAt: z.string(),
  /** Whether the comment was edited. */
  edited: z.boolean(),
  /** The key of the request. The writer's client recognizes the comment by it if the response was lost. */
  requestKey: z.string(),
  /**
   * The comment that this one replies to. `quote` is null after that was deleted. Absent if it is not a reply. Nodes of the
   * previous release do not send it.
   */
  replyTo: z.object({ commentNo: z.number(), quote: quoteSchema.nullable() }).optional(),
  /** The mentioned members. Absent if there are none. Nodes of the previous release do not send it. */
  mentioned: z.array(z.object({ userNo: z.number(), userName: z.string() })).optional(),
  /**
   * The passage of the note that the comment is about. Absent if it is about the whole note. Nodes of the previous release do not
   * send it.
   */
  passage: passageSchema.optional(),
})
export type CommentView = z.infer<typeof commentSchema>

/** A note has a separate thread in each hub. */
const inThread = { hubNo: entityNo, noteNo: entityNo }

export const getComments = defineCall({
  method: 'POST',
  path: '/api/discussion/getcomments',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary:
    'Returns the newest comments on a note in a hub where it is shared, or those before a comment, in order. Returns ' +
    'more to reach a given comment.',
  request: z.object({
    ...inThread,
    before: entityNo.optional(),
    /** Includes this comment, with up to COMMENTS_BACK_AT_ONCE comments. Nodes of the previous release ignore it. */
    backTo: entityNo.optional(),
  }),
  reply: done.extend({
    /** The response is at least as new as this hub version. */
    version: z.number(),
    /** The number of comments of the thread. */
    count: z.number(),
    /** The oldest first. */
    comments: z.array(commentSchema),
    hasOlder: z.boolean(),
    /**
     * The last comment that the viewer has read, or the last one before they joined; 0 if there is none. Nodes of the previous
     * release do not send it.
     */
    readUpTo: z.number().optional(),
    /**
     * The number of unread comments of others before these, and the first of them. Absent if there are none. Nodes of the
     * previous release do not send it.
     */
    unreadBefore: z.object({ count: z.number(), firstNo: z.number() }).optional(),
    /**
     * Reactions to the note and to these comments. Targets without reactions are absent. Nodes of the previous release send none.
     */
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
  summary: 'Posts a comment. The same requestKey again returns the comment that it created.',
  request: z.object({
    ...inThread,
    text: commentField,
    /** The comment of the same thread that this one replies to. */
    replyTo: entityNo.optional(),
    /**
     * The passage that the comment is about. Rejected with the field `passage` if the text of the note has changed there and it has no
     * comments yet. A reply has that of the answered comment; sending the same one saves the server a query. Nodes of the previous
     * release ignore it.
     */
    passage: passageSchema.optional(),
    /** Unique per comment, so that a retry creates one comment. */
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
  summary: 'Changes an own comment within five minutes.',
  request: z.object({ commentNo: entityNo, text: commentField }),
  reply: z.discriminatedUnion('success', [done.extend({ comment: commentSchema }), rejection]),
})

export const deleteComment = defineCall({
  method: 'POST',
  path: '/api/discussion/deletecomment',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary: 'Deletes an own comment, or any comment on an own note.',
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
  summary: 'Marks a thread as read up to a comment.',
  request: z.object({ ...inThread, commentNo: entityNo }),
  reply: done,
})

/** A user who can be mentioned. */
export interface Named {
  userNo: number
  /** A unique name that never changes. */
  userName: string
}

/** The position of a mention, from its '@' to its end, in UTF-16 units. */
export interface Mention {
  start: number
  end: number
  userNo: number
}

/** Code and web addresses contain no mentions. */
const EXCLUDED = /```[\s\S]*?(?:```|$)|`[^`\n]*`|https?:\/\/\S+/gi
/** The local part of an e-mail address. */
const LOCAL_PART = /[a-z0-9._%+\-/@]/i
const LATIN = /[a-z0-9]/i

/**
 * The mentions in a plain text, in order: '@' and the longest matching name, which a particle may follow directly.
 * Case-insensitive.
 */
export function mentionsIn(text: string, people: readonly Named[]): Mention[] {
  if (!text.includes('@')) return []
  const candidates = groupByFirstCharacter(people)
  const excludedRanges = [...text.matchAll(EXCLUDED)].map(({ 0: { length }, index }) => ({
    index,
    end: index + length,
  }))
  const mentions: Mention[] = []
  for (let start = text.indexOf('@'); start >= 0; start = text.indexOf('@', start + 1)) {
    if (!canBeMention(text, start)) continue
    if (excludedRanges.some(({ index, end }) => start >= index && start < end)) continue
    const person = candidates
      .get(firstCharacter(text, start + 1))
      ?.find(({ userName }) => isNameAt(text, start + 1, userName))
    if (person) mentions.push({ start, end: start + 1 + person.userName.length, userNo: person.userNo })
  }
  return mentions
}

/** Users by the first character of their names, the longest names first. */
function groupByFirstCharacter(people: readonly Named[]): Map<string, Named[]> {
  const groups = new Map<string, Named[]>()
  for (const person of people.toSorted((a, b) => b.userName.length - a.userName.length)) {
    const character = firstCharacter(person.userName, 0)
    groups.set(character, [...(groups.get(character) ?? []), person])
  }
  return groups
}

function firstCharacter(text: string, at: number): string {
  return text.charAt(at).toLowerCase()
}

/** Whether the '@' at this position may start a mention and is not part of an e-mail address. */
export function canBeMention(text: string, at: number): boolean {
  return at === 0 || !LOCAL_PART.test(text.charAt(at - 1))
}

/** A name that ends in a Latin letter must end with the word: '@minho' does not mention 'min'. */
function isNameAt(text: string, from: number, name: string): boolean {
  const end = from + name.length
  const continuesWord = LATIN.test(name.slice(-1)) && LATIN.test(text.charAt(end))
  return !continuesWord && text.slice(from, end).toLowerCase() === name.toLowerCase()
}
