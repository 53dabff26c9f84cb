import { defineCall } from './call.ts'
import { done, itemsPerPage, line, pageNo } from './fields.ts'
import { FIND_QUERY_MAX, FOUND_NOTES_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/** Pieces of one line, in their order; what was searched for is a piece of its own. */
export const markedLine = z.array(z.object({ text: z.string(), isHit: z.boolean() }))
export type MarkedLine = z.infer<typeof markedLine>

/** The same with its first hit alone; `hit` is empty where there is none. */
const markedText = z.object({ before: z.string(), hit: z.string(), after: z.string() })
export type MarkedText = z.infer<typeof markedText>

const foundNoteSchema = z.object({
  noteNo: z.number(),
  title: markedText,
  /** A line from the text, without markdown signs, around the first hit, or from its beginning. */
  excerpt: markedText,
  /** Both with all their hits. Nodes of the release before do not tell it. */
  marks: z.object({ title: markedLine, excerpt: markedLine }).optional(),
  /** Of somebody else's note the hub in which it was shared with one last; null for one's own. */
  hubNo: z.number().nullable(),
  author: z.string(),
  isAuthor: z.boolean(),
  subjectTitle: z.string(),
  lastUpdate: z.string(),
})
export type FoundNoteView = z.infer<typeof foundNoteSchema>

export const findQueryField = line('notes.findQuery', { min: 1, max: FIND_QUERY_MAX })

const foundPage = done.extend({
  /** How many were found, up to FOUND_NOTES_MAX. */
  noteCount: z.number(),
  notes: z.array(foundNoteSchema),
  pageIndex: pageIndexSchema,
})

export const findNotes = defineCall({
  method: 'POST',
  path: '/api/note/find',
  access: 'member',
  limit: 'heavy',
  encoding: 'form',
  summary:
    "A page of one's own notes, and of those shared with one now, that hold every word of the query, in any order, as " +
    'find/all does, and in the same order.',
  request: z.object({
    query: findQueryField,
    curPageNo: pageNo,
    itemsPerPage: itemsPerPage(FOUND_NOTES_PER_PAGE),
  }),
  reply: foundPage,
})
