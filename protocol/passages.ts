import { defineCall } from './call.ts'
import { done, entityNo, sent, sentence } from './fields.ts'
import { PASSAGE_CONTEXT_MAX, PASSAGE_EXACT_MAX } from './limits.ts'
import { hasVisibleText } from './plainText.ts'
import { z } from './schema.ts'

// Not in limits.ts, which is a part of the first page.
/** A position in the plain text of a series. Decoded host names make the text of a part up to twice as long as NOTE_BODY_MAX. */
export const PASSAGE_POSITION_MAX = 500_000
/** The newest comments on passages of a thread, replies included, that a response lists. */
export const PASSAGE_COMMENTS_MAX = 2_000

// A plain text has line breaks, tabs and form feeds, but no other control characters.
// biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is refused here
const CONTROL_CHARACTERS = /[\u0000-\u0008\u000b\u000e-\u001f\u007f]/

/**
 * A part of the plain text of a note. It is not normalized, unlike other fields, because a part must equal the text: it may begin
 * with a combining mark.
 */
const textPart = (max: number) =>
  sent(max).refine(
    value => value.length <= max && value.isWellFormed() && !CONTROL_CHARACTERS.test(value),
    sentence('error.invalid'),
  )

const position = z.number().int().min(0).max(PASSAGE_POSITION_MAX)

/**
 * A passage of a note: the TextQuoteSelector and the TextPositionSelector of the W3C Web Annotation Data Model, over the plain
 * text of the note (`noteText`). Positions and lengths are in UTF-16 units. `passageAt` creates one.
 */
export const passageSchema = z
  .object({
    exact: textPart(PASSAGE_EXACT_MAX).refine(hasVisibleText, sentence('error.invalid')),
    /** The text directly before and after. Empty at the ends of the note. */
    prefix: textPart(PASSAGE_CONTEXT_MAX),
    suffix: textPart(PASSAGE_CONTEXT_MAX),
    start: position,
    end: position,
    /** The version of the note that the writer read. */
    noteVersion: entityNo.optional(),
    /** Whether the same or similar words occur elsewhere in that version. Then only the context tells which are meant. */
    isRepeated: z.boolean().optional(),
  })
  .refine(({ exact, start, end }) => end - start === exact.length, sentence('error.invalid'))
export type Passage = z.infer<typeof passageSchema>

/** Equal keys are the same passage: comments on it form one conversation, and highlights of several users count together. */
export function passageKey({ noteVersion, start, end }: Passage): string {
  return `${noteVersion ?? ''}:${start}:${end}`
}

/** A user's highlight of a passage. */
export const highlightSchema = z.object({
  highlightNo: z.number(),
  userNo: z.number(),
  passage: passageSchema,
})
export type HighlightView = z.infer<typeof highlightSchema>

/** Where a comment belongs. Its text is in the thread. */
const passageCommentSchema = z.object({
  commentNo: z.number(),
  writerNo: z.number(),
  passage: passageSchema,
})
export type PassageComment = z.infer<typeof passageCommentSchema>

export const getPassages = defineCall({
  method: 'POST',
  path: '/api/discussion/getpassages',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary:
    'Returns the highlights of a note in a hub where it is shared, and the newest comments on passages of it there.',
  request: z.object({ hubNo: entityNo, noteNo: entityNo }),
  reply: done.extend({
    /** The response is at least as new as this hub version. */
    version: z.number(),
    /** By number. */
    highlights: z.array(highlightSchema),
    /** By number; the newest PASSAGE_COMMENTS_MAX, replies included. */
    comments: z.array(passageCommentSchema),
  }),
})
export type PassagePage = z.infer<typeof getPassages.reply>

export const highlightPassage = defineCall({
  method: 'POST',
  path: '/api/discussion/highlight',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary:
    'Highlights a passage of a note in a hub where it is shared. Idempotent. Rejected with the field `passage` if the ' +
    'text of the note has changed there.',
  request: z.object({ hubNo: entityNo, noteNo: entityNo, passage: passageSchema }),
  reply: done.extend({
    /** The hub version of the change. */
    version: z.number(),
    /** With the stored passage, whose position may be corrected. */
    highlight: highlightSchema,
  }),
})

export const deleteHighlight = defineCall({
  method: 'POST',
  path: '/api/discussion/deletehighlight',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary:
    'Deletes an own highlight, or any on an own note. Idempotent: a highlight that the caller cannot see changes ' +
    'nothing.',
  request: z.object({ highlightNo: entityNo }),
  reply: done,
})

const passagesInHub = z.object({
  hubNo: z.number(),
  /** The lists are at least as new as this hub version. */
  version: z.number(),
  highlights: z.array(highlightSchema.extend({ userName: z.string() })),
  comments: z.array(
    passageCommentSchema.extend({
      writer: z.string(),
      /** The first line, truncated to QUOTE_MAX. */
      line: z.string(),
      /** ISO 8601, UTC. */
      postedAt: z.string(),
    }),
  ),
})
export type PassagesInHub = z.infer<typeof passagesInHub>

export const getNotePassages = defineCall({
  method: 'POST',
  path: '/api/note/passages',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary:
    'Returns the highlights and the comments on passages of an own note, by hub where it is shared, newest share ' +
    'first.',
  request: z.object({ noteNo: entityNo }),
  reply: done.extend({
    /** At most NOTE_PASSAGE_ROOMS_MAX, with the newest NOTE_PASSAGES_MAX highlights and comments of all of them, by number. */
    rooms: z.array(passagesInHub),
  }),
})
