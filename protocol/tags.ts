import { defineCall } from './call.ts'
import { done, itemsPerPage, line, pageNo } from './fields.ts'
import { NOTES_PER_PAGE, TAG_WORDS_MAX } from './limits.ts'
import { readTag } from './markdown/hashtag.rules.ts'
import { noteLineSchema } from './notes.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

const tagSchema = z.object({
  /** In lower case, without `#`. */
  tag: z.string(),
  noteCount: z.number(),
})
export type TagView = z.infer<typeof tagSchema>

export const getTags = defineCall({
  method: 'POST',
  path: '/api/note/tags',
  access: 'member',
  limit: 'find',
  encoding: 'form',
  summary:
    "Returns the tags (`#tag`) of the user's notes with the number of notes, those with most notes first.",
  request: z.object({}),
  reply: done.extend({
    /** At most TAGS_LISTED_MAX. */
    tags: z.array(tagSchema),
    /** There are more. */
    hasMore: z.boolean(),
  }),
})

/** With `#`. */
const tagField = line('tags.invalid', { min: 1, max: TAG_WORDS_MAX }).transform((words, context) => {
  const key = readTag(words)
  if (key !== null) return key
  context.addIssue({ code: 'custom', message: 'tags.invalid' })
  return z.NEVER
})

const tagPage = done.extend({
  noteCount: z.number(),
  notes: z.array(noteLineSchema),
  pageIndex: pageIndexSchema,
})

export const getNotesByTag = defineCall({
  method: 'POST',
  path: '/api/note/bytag',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "Returns a page of the user's notes of all topics with a tag, last changed first.",
  request: z.object({
    /** With or without `#`, in any case. */
    tag: tagField,
    curPageNo: pageNo,
    itemsPerPage: itemsPerPage(NOTES_PER_PAGE),
  }),
  reply: tagPage,
})
