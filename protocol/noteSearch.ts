import { defineCall } from './call.ts'
import { done, itemsPerPage, line, pageNo } from './fields.ts'
import { NOTE_SEARCH_RESULTS_PER_PAGE, SEARCH_QUERY_MAX } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/** Pieces of one line, in their order; what was searched for is a piece of its own. */
export const markedLine = z.array(z.object({ text: z.string(), isHit: z.boolean() }))
export type MarkedLine = z.infer<typeof markedLine>

/** The same with its first hit alone; `hit` is empty where there is none. */
const markedText = z.object({ before: z.string(), hit: z.string(), after: z.string() })
export type MarkedText = z.infer<typeof markedText>

const noteSearchResultSchema = z.object({
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
export type NoteSearchResult = z.infer<typeof noteSearchResultSchema>

export const searchQueryField = line('notes.findQuery', { min: 1, max: SEARCH_QUERY_MAX })

const searchPage = done.extend({
  /** How many were found, up to FOUND_NOTES_MAX. */
  noteCount: z.number(),
  notes: z.array(noteSearchResultSchema),
  pageIndex: pageIndexSchema,
})

export const searchNotes = defineCall({
  method: 'POST',
  path: '/api/note/find',
  access: 'member',
  limit: 'heavy',
  encoding: 'form',
  summary:
    "A page of one's own notes, and of those shared with one now, that hold every word of the query, in any order, as " +
    'find/all does, and in the same order.',
  request: z.object({
    query: searchQueryField,
    curPageNo: pageNo,
    itemsPerPage: itemsPerPage(NOTE_SEARCH_RESULTS_PER_PAGE),
  }),
  reply: searchPage,
})
