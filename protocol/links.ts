import { defineCall } from './call.ts'
import { done, entityNo, pageNo } from './fields.ts'
import { z } from './schema.ts'

/** A note to which a link leads. */
const linkedNoteSchema = z.object({
  noteNo: z.number(),
  title: z.string(),
  /** A hub in which the viewer may read the note. Null for its author. */
  hubNo: z.number().nullable(),
})
export type LinkedNoteView = z.infer<typeof linkedNoteSchema>

const noteLinkSchema = linkedNoteSchema.extend({
  /** The words of the link (`linkKeyOf`). */
  key: z.string(),
  /** The words end with a heading behind `#`. */
  hasHeading: z.boolean(),
})
export type NoteLinkView = z.infer<typeof noteLinkSchema>

export const getNoteLinks = defineCall({
  method: 'POST',
  path: '/api/note/links',
  access: 'member',
  limit: 'find',
  encoding: 'form',
  summary:
    'Returns where the links of a note lead (`[[title]]`). Links to notes that the viewer may not read are absent, like ' +
    'links to deleted notes.',
  request: z.object({ noteNo: entityNo }),
  /** At most NOTE_LINKS_MAX. */
  reply: done.extend({ links: z.array(noteLinkSchema) }),
})

export const getBacklinks = defineCall({
  method: 'POST',
  path: '/api/note/backlinks',
  access: 'member',
  limit: 'find',
  encoding: 'form',
  summary:
    'Returns a page of the notes of the same author that link to a note and that the viewer may read, last changed ' +
    'first.',
  request: z.object({ noteNo: entityNo, curPageNo: pageNo }),
  reply: done.extend({
    /** At most BACKLINKS_PER_PAGE. */
    notes: z.array(linkedNoteSchema),
    /** There is a further page. */
    hasMore: z.boolean(),
  }),
})

const titledNoteSchema = z.object({ noteNo: z.number(), title: z.string(), subjectNo: z.number() })

export const getNoteTitles = defineCall({
  method: 'POST',
  path: '/api/note/titles',
  access: 'member',
  limit: 'find',
  encoding: 'form',
  summary: "Returns the titles of the user's notes, newest notes first, and of their topics, to write links.",
  request: z.object({}),
  reply: done.extend({
    /** At most LINK_TITLES_MAX. */
    notes: z.array(titledNoteSchema),
    topics: z.array(z.object({ subjectNo: z.number(), title: z.string() })),
  }),
})
