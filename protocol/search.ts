import { defineCall } from './call.ts'
import { done, itemsPerPage, line, pageNo } from './fields.ts'
import { NOTE_SEARCH_RESULTS_PER_PAGE, SEARCH_QUERY_MAX } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/** The segments of a line; each hit is a separate segment. */
const markedLine = z.array(z.object({ text: z.string(), isHit: z.boolean() }))
export type MarkedLine = z.infer<typeof markedLine>

/** A line with its first hit; `hit` is empty if there is none. */
const markedText = z.object({ before: z.string(), hit: z.string(), after: z.string() })
export type MarkedText = z.infer<typeof markedText>

const noteSearchResultSchema = z.object({
  noteNo: z.number(),
  title: markedText,
  /** A line of text without Markdown syntax, around the first hit or from the beginning. */
  excerpt: markedText,
  /** Title and excerpt with all hits. Nodes of the previous release do not send it. */
  marks: z.object({ title: markedLine, excerpt: markedLine }).optional(),
  /** For a note of another author: the hub where it was last shared with the viewer. Null for own notes. */
  hubNo: z.number().nullable(),
  author: z.string(),
  isAuthor: z.boolean(),
  subjectTitle: z.string(),
  lastUpdate: z.string(),
})
export type NoteSearchResult = z.infer<typeof noteSearchResultSchema>

export const searchQueryField = line('notes.findQuery', { min: 1, max: SEARCH_QUERY_MAX })

const searchPage = done.extend({
  /** The number of found notes, up to NOTE_SEARCH_RESULTS_MAX. */
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
    "Returns a page of the caller's notes, and of those shared with them, that contain every word of the query in any " +
    'order. Ranked as in find/all.',
  request: z.object({
    query: searchQueryField,
    curPageNo: pageNo,
    itemsPerPage: itemsPerPage(NOTE_SEARCH_RESULTS_PER_PAGE),
  }),
  reply: searchPage,
})

/** `count` is the total; `items` contains the best ones. */
const groupOf = <Item extends z.ZodType>(item: Item) => z.object({ count: z.number(), items: z.array(item) })

const ownNote = z.object({
  noteNo: z.number(),
  title: markedLine,
  /** A line of text without Markdown syntax, around the first hit or from the beginning. */
  excerpt: markedLine,
  subjectTitle: z.string(),
  /** ISO 8601, UTC. */
  lastUpdate: z.string(),
})

const sharedNote = ownNote.omit({ subjectTitle: true }).extend({
  author: z.string(),
  /** The viewer's hub where it was shared last. */
  hubNo: z.number(),
})

const topic = z.object({ topicNo: z.number(), title: markedLine, noteCount: z.number() })

const room = z.object({
  hubNo: z.number(),
  /** Absent if the hub has no name. */
  name: markedLine.optional(),
  /** The names of the other members, those with hits first. */
  names: markedLine,
  memberCount: z.number(),
})

/** In display order. */
export const searchGroups = ['notes', 'topics', 'rooms', 'sharedNotes'] as const
export type SearchGroup = (typeof searchGroups)[number]

const searchedAll = done.extend({
  notes: groupOf(ownNote),
  topics: groupOf(topic),
  rooms: groupOf(room),
  sharedNotes: groupOf(sharedNote),
})
export type AllSearchResults = z.infer<typeof searchedAll>

export const searchAll = defineCall({
  method: 'POST',
  path: '/api/find/all',
  access: 'member',
  limit: 'find',
  encoding: 'form',
  summary:
    'Returns what contains every word of the query in any order: own notes, notes shared with the caller, own topics, ' +
    'and own hubs by name and members. Ignores case and spaces; initial consonants match syllables. Best first: more ' +
    'words in the title, then newer.',
  request: z.object({
    query: searchQueryField,
    /** Returns only this group, with more items. The others are empty. */
    group: z.enum(searchGroups).optional(),
  }),
  reply: searchedAll,
})
