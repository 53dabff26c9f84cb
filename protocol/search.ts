import { defineCall } from './call.ts'
import { done } from './fields.ts'
import { markedLine, searchQueryField } from './noteSearch.ts'
import { z } from './schema.ts'

/** `count`: how many there are, of which the best are listed. */
const groupOf = <Item extends z.ZodType>(item: Item) => z.object({ count: z.number(), items: z.array(item) })

const ownNote = z.object({
  noteNo: z.number(),
  title: markedLine,
  /** A line from the text, without markdown signs, around the first hit, or from its beginning. */
  excerpt: markedLine,
  subjectTitle: z.string(),
  /** ISO 8601, UTC. */
  lastUpdate: z.string(),
})

const sharedNote = ownNote.omit({ subjectTitle: true }).extend({
  author: z.string(),
  /** Of the viewer's hubs the one in which it was shared last. */
  hubNo: z.number(),
})

const topic = z.object({ topicNo: z.number(), title: markedLine, noteCount: z.number() })

const room = z.object({
  hubNo: z.number(),
  /** What its members call it; absent where they call it nothing. */
  name: markedLine.optional(),
  /** The names of the others, those with hits first. */
  names: markedLine,
  memberCount: z.number(),
})

/** In the order in which they are shown. */
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
    "What holds every word of the query, in any order: one's own notes, those shared with one now, one's topics, and one's " +
    'hubs by their names and members. Case and blanks do not matter, and initial consonants stand for syllables. The best of each ' +
    'first: more words in the title before fewer, newer before older.',
  request: z.object({
    query: searchQueryField,
    /** This one alone, and more of it; the others are answered empty. */
    group: z.enum(searchGroups).optional(),
  }),
  reply: searchedAll,
})
