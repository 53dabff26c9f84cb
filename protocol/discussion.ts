import { defineCall } from './call.ts'
import { lastCommentSchema } from './comments.ts'
import { done, entityNo, flag, itemsPerPage, pageNo } from './fields.ts'
import { SHARED_NOTES_PER_PAGE } from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { z } from './schema.ts'

/**
 * A shared note as everybody in the hub may see it; REST and events carry the same. What is optional, nodes of the release before
 * do not tell.
 */
export const sharedNoteSchema = z.object({
  noteNo: z.number(),
  /** Its place among the hub's shares; a later share has a higher number. */
  seq: z.number(),
  articleTitle: z.string(),
  subjectTitle: z.string(),
  author: z.string(),
  authorNo: z.number(),
  profPic: z.string(),
  lastUpdate: z.string(),
  sharedAt: z.string(),
  /** Changed after it was shared. */
  edited: z.boolean(),
  /** Of the note: of two views of it the higher one is true. */
  noteVersion: z.number(),
  /** Its first words, without markdown signs. */
  excerpt: z.string().optional(),
  /** In this hub. */
  commentCount: z.number(),
  /** The newest of these; null without any. */
  lastComment: lastCommentSchema.nullable().optional(),
  /** How many empathize with it in this hub. */
  empathyCount: z.number().optional(),
  /** Who they are; those who did so first stand first. */
  empathyNos: z.array(z.number()).optional(),
  /** Those of the hub who have opened it, its author not among them; the lowest number first. */
  readerNos: z.array(z.number()).optional(),
})
export type SharedNoteView = z.infer<typeof sharedNoteSchema>

const sharedNoteForViewer = sharedNoteSchema.extend({
  isAuthor: z.boolean(),
  /** Unread: it counts in the hub's unread number of the viewer. */
  isNew: z.boolean(),
  /** Others commented since the viewer last read the thread. */
  hasNewComments: z.boolean(),
})
export type SharedNoteItem = z.infer<typeof sharedNoteForViewer>

/** What the viewer has not read on the pages that follow, up to UNREAD_CAP, and the place of the oldest of it, the newest share being 1. */
const unreadOlderSchema = z.object({ count: z.number(), place: z.number() })
export type UnreadOlder = z.infer<typeof unreadOlderSchema>

export const getSharedNotes = defineCall({
  method: 'POST',
  path: '/api/discussion/getsharednotes',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary:
    'A page of the notes shared in a hub, newest share first; with `noteNo` the page that holds that note.',
  request: z.object({
    selectedHubNo: entityNo,
    curPageNo: pageNo,
    numberOfItemsPerPage: itemsPerPage(SHARED_NOTES_PER_PAGE),
    /** Asks for the page that holds this note, if it is shared in the hub. Nodes of the release before go by `curPageNo`. */
    noteNo: entityNo.optional(),
  }),
  reply: done.extend({
    /** The hub's version that this page is at least as new as. */
    version: z.number(),
    /** The newest share that the page and its total take into account, 0 without shares: they hold all up to it. */
    lastSeq: z.number(),
    total: z.number(),
    notes: z.array(sharedNoteForViewer),
    /** The note that stands above all others, on every page; null when none does. */
    pinned: sharedNoteSchema.nullable(),
    /** Absent without any, and from nodes of the release before. */
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
    'Pins a note that is shared in a hub above all others, in place of another one, or takes it down. Any member may. ' +
    'Doing it again changes nothing; a share that ends takes its pin along.',
  request: z.object({ hubNo: entityNo, noteNo: entityNo, isPinned: flag }),
  reply: done,
})
