import { defineCall } from './call.ts'
import { decodeText } from './encoding.ts'
import {
  done,
  entityNo,
  entityNos,
  flag,
  itemsPerPage,
  line,
  pageNo,
  rejection,
  sent,
  sentence,
  text,
  time,
  uuid,
} from './fields.ts'
import {
  NOTE_BODY_ENCODED_MAX,
  NOTE_BODY_MAX,
  NOTE_TITLE_MAX,
  NOTES_AT_ONCE_MAX,
  NOTES_PER_PAGE,
} from './limits.ts'
import { pageIndexSchema } from './paging.ts'
import { parseQuickNote } from './plainText.ts'
import { z } from './schema.ts'
import { topicTitleField } from './topics.ts'

export const noteTitleField = line('notes.titleLength', { min: 1, max: NOTE_TITLE_MAX })
const noteText = text('notes.bodyLength', { max: NOTE_BODY_MAX })

/** Percent-encoded in requests, NFC after parsing. */
export const encodedNoteText = sent(NOTE_BODY_ENCODED_MAX, 'notes.textEncoding', 'notes.bodyLength')
  .transform((encoded, context) => {
    try {
      return decodeText(encoded)
    } catch {
      context.addIssue({ code: 'custom', message: 'notes.textEncoding' })
      return z.NEVER
    }
  })
  .pipe(noteText)

/** Import rejects earlier times. */
const EARLIEST_IMPORT = Date.UTC(1970, 0)
export const importedTime = time.refine(at => at.getTime() >= EARLIEST_IMPORT, sentence('error.invalid'))

const noteItemSchema = z.object({
  noteNo: z.number(),
  title: z.string(),
  /** The beginning of the text without Markdown syntax. */
  excerpt: z.string(),
  /** ISO 8601, UTC. */
  createdAt: z.string(),
  /** ISO 8601, UTC. */
  lastUpdate: z.string(),
  /** UTF-16 units of the body, of all parts of a series. */
  length: z.number(),
  /** The number of notes of the series that begins with this note. Absent for a note that stands alone. */
  partCount: z.number().optional(),
  /** Pinned notes are first in every order. */
  isPinned: z.boolean(),
  /** The hubs where the note is shared. */
  sharedCount: z.number(),
})
export type NoteItemView = z.infer<typeof noteItemSchema>

export const NOTE_ORDERS = ['changed', 'created', 'title'] as const
/** Order of the notes of a topic: last changed first, newest first, or by name. */
export type NoteOrder = (typeof NOTE_ORDERS)[number]
const NOTE_ORDER_MAX = 7

const notePage = done.extend({
  subjectTitle: z.string(),
  noteCount: z.number(),
  notes: z.array(noteItemSchema),
  pageIndex: pageIndexSchema,
})

export type NotePage = z.infer<typeof notePage>

export const getNotes = defineCall({
  method: 'POST',
  path: '/api/note/getnotes',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary:
    'Returns a page of the notes of an own topic: pinned notes first, then last changed first unless requested ' +
    'otherwise.',
  request: z.object({
    topicNo: entityNo,
    curPageNo: pageNo,
    itemsPerPage: itemsPerPage(NOTES_PER_PAGE),
    order: sent(NOTE_ORDER_MAX)
      .pipe(z.enum(NOTE_ORDERS, sentence('error.invalid')))
      .default('changed'),
  }),
  reply: notePage,
})

/** A note of the viewer in a list across topics. */
export const noteLineSchema = z.object({
  noteNo: z.number(),
  title: z.string(),
  /** The beginning of the text without Markdown syntax. */
  excerpt: z.string(),
  subjectTitle: z.string(),
  /** ISO 8601, UTC. */
  lastUpdate: z.string(),
})
export type NoteLine = z.infer<typeof noteLineSchema>

export const getLatestNotes = defineCall({
  method: 'POST',
  path: '/api/note/latest',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: "Returns the user's notes of all topics, last changed first.",
  request: z.object({}),
  reply: done.extend({
    /** At most LATEST_NOTES_SHOWN. */
    notes: z.array(noteLineSchema),
    /** Whether the user has ever shared a note. Nodes of the previous release do not send it. */
    hasShared: z.boolean().optional(),
  }),
})

/**
 * Sent by editors: title and text are those of the note's document at this revision. The server adds the text of any other save to the
 * document. The document of a new note has the request key as its ID.
 */
const documentRevision = entityNo.optional()

export const postNote = defineCall({
  method: 'POST',
  path: '/api/note/post',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Saves a new note. The same requestKey again returns the note that it created.',
  request: z.object({
    topicNo: entityNo,
    title: noteTitleField,
    text: encodedNoteText,
    /** Unique per new note, so that a retried first save creates one note. */
    requestKey: uuid.optional(),
    /** For imported notes: the original times of creation and last change. Future times are replaced by the current time. */
    createdAt: importedTime.optional(),
    lastUpdate: importedTime.optional(),
    isPinned: flag.default(false),
    documentRevision,
  }),
  reply: done.extend({ noteNo: z.number(), version: z.number() }),
})

export const quickNote = defineCall({
  method: 'POST',
  path: '/api/note/quick',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary:
    'Saves a new note from its text alone. The first line with words is the title; the topic for quick notes is ' +
    'created if it is missing. The same requestKey again returns the note that it created.',
  request: z.object({
    text: encodedNoteText.refine(text => parseQuickNote(text) !== null, sentence('notes.quickEmpty')),
    requestKey: uuid,
  }),
  reply: done.extend({ noteNo: z.number(), topicNo: z.number(), title: z.string() }),
})

export const openDailyNote = defineCall({
  method: 'POST',
  path: '/api/note/daily',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary:
    'Returns the own note with this title in the topic with this title, or the one made with this requestKey. ' +
    'Without one it saves a new note; the topic is created if it is missing.',
  request: z.object({
    topicTitle: topicTitleField,
    title: noteTitleField,
    /** Of a new note. */
    text: encodedNoteText,
    /** The same on all devices of the user. */
    requestKey: uuid,
  }),
  reply: done.extend({ noteNo: z.number() }),
})

const saved = done.extend({ version: z.number(), lastUpdate: z.string() })
const conflict = rejection.extend({
  conflict: z.literal(true),
  title: z.string(),
  /** Percent-encoded. */
  text: z.string(),
  version: z.number(),
  lastUpdate: z.string(),
})

export const updateNote = defineCall({
  method: 'POST',
  path: '/api/note/update',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary:
    'Saves a note. If the version is not the newest one it changes nothing and returns a conflict, unless exactly ' +
    'this text was saved on that version.',
  request: z.object({
    noteNo: entityNo,
    title: noteTitleField,
    text: encodedNoteText,
    version: entityNo.optional(),
    /** Keeps the current text in the history, even if the same session has saved it recently. */
    keepEarlier: flag.default(false),
    /** For imported notes: keeps the time of the last change. Ignored after the note has been shared. */
    lastUpdate: importedTime.optional(),
    documentRevision,
  }),
  reply: z.discriminatedUnion('success', [saved, conflict]),
})

const seriesPlaceSchema = z.object({
  /** The first note of the series. */
  headNo: z.number(),
  /** Of this note, from 1. */
  place: z.number(),
  /** In order. `length` is in UTF-16 units. */
  parts: z.array(z.object({ noteNo: z.number(), length: z.number(), version: z.number() })),
})
export type SeriesPlaceView = z.infer<typeof seriesPlaceSchema>

const noteSchema = done.extend({
  noteNo: z.number(),
  title: z.string(),
  author: z.string(),
  authorNo: z.number(),
  isAuthor: z.boolean(),
  profPic: z.string(),
  /** Percent-encoded. Of a part of a series only its own text; `getSeries` returns all. */
  text: z.string(),
  lastUpdate: z.string(),
  version: z.number(),
  /** The topic. Only the author receives its number. */
  subjectNo: z.number().nullable(),
  subjectTitle: z.string(),
  /** The viewer is not the author and may edit title and text. Absent otherwise. */
  canWrite: z.literal(true).optional(),
  /** Absent for a note that stands alone. */
  series: seriesPlaceSchema.optional(),
})
export type NoteView = z.infer<typeof noteSchema>

export const getNote = defineCall({
  method: 'POST',
  path: '/api/note/get',
  access: 'member',
  limit: 'read',
  encoding: 'form',
  summary: 'Returns a note to its author and to the members of hubs where it is shared.',
  request: z.object({ noteNo: entityNo }),
  reply: noteSchema,
})

/** `missingNos`: deleted notes, and notes of other authors. The action was applied to all others. */
const doneWithOthers = done.extend({ missingNos: z.array(z.number()) })

export const moveNotes = defineCall({
  method: 'POST',
  path: '/api/note/move',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Moves notes to another own topic and skips missing ones. Their shares stay.',
  request: z.object({ noteNosJSON: entityNos(NOTES_AT_ONCE_MAX), topicNo: entityNo }),
  reply: doneWithOthers,
})

export const deleteNote = defineCall({
  method: 'POST',
  path: '/api/note/delete',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  summary: 'Deletes a note and withdraws its shares.',
  request: z.object({ noteNo: entityNo }),
  reply: done,
})

export const deleteNotes = defineCall({
  method: 'POST',
  path: '/api/note/deletemany',
  access: 'member',
  limit: 'bulk',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Deletes several notes as if one by one and skips missing ones.',
  request: z.object({ noteNosJSON: entityNos(NOTES_AT_ONCE_MAX) }),
  reply: doneWithOthers.extend({
    /** The notes deleted by this call; a repeated call returns the same. Nodes of the previous release do not send it. */
    deletedNos: z.array(z.number()).optional(),
  }),
})

export const pinNote = defineCall({
  method: 'POST',
  path: '/api/note/pin',
  access: 'member',
  limit: 'write',
  encoding: 'form',
  isRepeatable: true,
  summary: 'Pins or unpins a note in its topic. Does not count as a change of the note.',
  request: z.object({ noteNo: entityNo, isPinned: flag }),
  reply: done,
})
