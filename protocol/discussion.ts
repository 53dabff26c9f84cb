import { defineCall } from './call.ts'
import { lastCommentSchema } from './comments.ts'
import { done, entityNo, flag, itemsPerPage, pageNo } from './fields.ts'
import { SHARED_NOTES_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/**
 * A shared note as all members see it, in REST responses and events. Nodes of the previous release do not send the optional
 * fields.
 */
export const sharedNoteSchema = z.object({
  noteNo: z.number(),
  /** The sequence number of the share. Later shares have higher numbers. */
  seq: z.number(),
  articleTitle: z.string(),
  subjectTitle: z.string(),
  author: z.string(),
  authorNo: z.number(),
  profPic: z.string(),
  lastUpdate: z.string(),
  sharedAt: z.string(),
  /** Whether the note was edited after it was shared. */
  edited: z.boolean(),
  /** The version of the note. Between two views, the higher version is right. */
  noteVersion: z.number(),
  /** The beginning of the text without Markdown syntax. */
  excerpt: z.string().optional(),
  /** The number of comments in this hub. */
  commentCount: z.number(),
  /** The newest comment; null if there is none. */
  lastComment: lastCommentSchema.nullable().optional(),
  /** The number of reactions in this hub. */
  empathyCount: z.number().optional(),
  /** The users who reacted, the first one first. */
  empathyNos: z.array(z.number()).optional(),
  /** The members who have opened the note, without its author, in ascending order. */
  readerNos: z.array(z.number()).optional(),
})
export type SharedNoteView = z.infer<typeof sharedNoteSchema>

const sharedNoteForViewer = sharedNoteSchema.extend({
  isAuthor: z.boolean(),
  /** Whether the share is in the viewer's unread count of the hub. */
  isNew: z.boolean(),
  /** Whether others have commented since the viewer last read the thread. */
  hasNewComments: z.boolean(),
})
export type SharedNoteItem = z.infer<typeof sharedNoteForViewer>

/** The number of unread shares on later pages, up to UNREAD_CAP, and the position of the oldest. The newest share is at 1. */
const unreadOlderSchema = z.object({ count: z.number(), place: z.number() })
export type UnreadOlder = z.infer<typeof unreadOlderSchema>

export const getSharedNotes = defineCall({
  method: 'POST',
  path: '/api/discussion/getsharednotes',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary:
    'Returns a page of the notes shared in a hub, newest share first; with `noteNo` the page that contains that note.',
  request: z.object({
    selectedHubNo: entityNo,
    curPageNo: pageNo,
    numberOfItemsPerPage: itemsPerPage(SHARED_NOTES_PER_PAGE),
    /** Requests the page with this note. Nodes of the previous release use `curPageNo`. */
    noteNo: entityNo.optional(),
  }),
  reply: done.extend({
    /** The page is at least as new as this hub version. */
    version: z.number(),
    /** The newest share included in the page and its total; 0 if there are no shares. */
    lastSeq: z.number(),
    total: z.number(),
    notes: z.array(sharedNoteForViewer),
    /** The pinned note, on every page; null if there is none. */
    pinned: sharedNoteSchema.nullable(),
    /** Absent if there are none. Nodes of the previous release do not send it. */
    unreadOlder: unreadOlderSchema.optional(),
    pageIndex: pageIndexSchema,
  }),
})
export type SharedNotePage = z.infer<typeof getSharedNotes.reply>

export const pinInRoom = defineCall({
  method: 'POST',
  path: '/api/discussion/pinnote',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary:
    'Pins a note that is shared in a hub in place of the pinned one, or unpins it. Any member may. Idempotent. The ' +
    'pin ends with its share.',
  request: z.object({ hubNo: entityNo, noteNo: entityNo, isPinned: flag }),
  reply: done,
})
