import { defineCall } from './call.ts'
import { done, entityNo, sent, uuid } from './fields.ts'
import { DOCUMENT_UPDATE_BYTES_MAX, PRESENCE_BYTES_MAX } from './limits.ts'
import { z } from './schema.ts'

/** Bytes in Base64, which has four characters for three bytes. */
const bytes = (max: number) => sent(Math.ceil(max / 3) * 4).pipe(z.base64())

/** Changes of a document, encoded by Yjs. */
const documentUpdate = bytes(DOCUMENT_UPDATE_BYTES_MAX)
/** Which changes a client has, encoded by Yjs. */
const stateVector = bytes(DOCUMENT_UPDATE_BYTES_MAX)
/** Incremented when the server replaces a document that has grown too large. Changes of an earlier generation do not fit. */
const generation = z.number().int().min(0).max(Number.MAX_SAFE_INTEGER)

/**
 * Opens a document: of a note, or of a new note, for which the client chooses an ID that is also the request key of the first save. With
 * the state vector and the generation of an earlier reply, the server returns only what the client lacks.
 */
export const openDocumentRequest = z.object({
  subject: z.union([z.object({ noteNo: entityNo }), z.object({ documentId: uuid, topicNo: entityNo })]),
  has: z.object({ generation, stateVector }).optional(),
})

export const editDocumentRequest = z.object({ documentId: uuid, generation, update: documentUpdate })
/** Where a writer is: a field and two relative positions, encoded by the awareness protocol of Yjs. */
export const documentPresenceRequest = z.object({ documentId: uuid, update: bytes(PRESENCE_BYTES_MAX) })
export const closeDocumentRequest = z.object({ documentId: uuid })

const openedDocument = z.object({
  documentId: z.string(),
  generation: z.number(),
  /** The number of updates that the server has received. */
  revision: z.number(),
  /** The revision that contains the saved text. */
  savedRevision: z.number(),
  /** Base64. What the client lacks. */
  update: z.string(),
  /** Base64. What the server has. */
  stateVector: z.string(),
  /** Null before the first save. */
  noteNo: z.number().nullable(),
  /** Others than the author have opened the document and may write it, so the server saves it. */
  isTogether: z.boolean(),
  /** The saved note. Null before the first save, and after the note was deleted. */
  note: z
    .object({
      ...{ title: z.string(), text: z.string(), version: z.number() },
      lastUpdate: z.string(),
      /** Only the author receives it. */
      topicNo: z.number().nullable(),
    })
    .nullable(),
})
export type OpenedDocument = z.infer<typeof openedDocument>

/** The update is stored: a crash of the server does not lose it. */
const editedDocument = z.object({ revision: z.number() })
export type EditedDocument = z.infer<typeof editedDocument>

/**
 * `replaced`: open the document again. `full`: try again, or shorten the text. `mismatch`: the update does not fit the state; open the
 * document without an earlier state, and merge by text.
 */
const editRefusal = z.object({ error: z.enum(['replaced', 'full', 'mismatch']) })
export type EditRefusal = z.infer<typeof editRefusal>['error']

export const documentEdited = z.object({
  documentId: z.string(),
  generation: z.number(),
  revision: z.number(),
  /** Base64. */
  update: z.string(),
})
export const documentSaved = z.object({
  documentId: z.string(),
  noteNo: z.number(),
  noteVersion: z.number(),
  savedRevision: z.number(),
})
/** Where a writer is, as the server relays it. `userNo` is the writer, also of a state that says that a tab has left. */
export const documentPresence = z.object({ documentId: z.string(), update: z.string(), userNo: z.number() })
/** The user may no longer write the document. */
export const documentEnded = z.object({ documentId: z.string() })
export const documentReplaced = z.object({ documentId: z.string() })

const unsavedDocument = z.object({
  documentId: z.string(),
  /** Null before the first save. */
  noteNo: z.number().nullable(),
  /** The topic of the note; null if the note was deleted. */
  topicNo: z.number().nullable(),
  title: z.string(),
  /** The beginning of the text without Markdown syntax. */
  excerpt: z.string(),
  /** ISO 8601, UTC. */
  changedAt: z.string(),
})
export type UnsavedDocument = z.infer<typeof unsavedDocument>

export const getUnsavedDocuments = defineCall({
  method: 'POST',
  path: '/api/document/unsaved',
  access: 'member',
  limit: 'read',
  encoding: 'json',
  summary: 'Returns the documents with text that has not been saved as a note, last changed first.',
  request: z.object({}),
  reply: done.extend({ documents: z.array(unsavedDocument) }),
})

export const openDocument = defineCall({
  method: 'POST',
  path: '/api/document/open',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Opens a document, like the event document:open, for clients whose connection allows no events.',
  request: openDocumentRequest,
  reply: done.extend({ document: openedDocument }),
})

export const editDocument = defineCall({
  method: 'POST',
  path: '/api/document/edit',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary: 'Changes a document, like the event document:edit, for clients whose connection allows no events.',
  request: editDocumentRequest,
  reply: done.extend({ result: z.union([editedDocument, editRefusal]) }),
})

export const saveDocument = defineCall({
  method: 'POST',
  path: '/api/document/save',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  isRepeatable: true,
  summary:
    'Saves a document that is written together as the note. The server also does so soon after each change.',
  request: z.object({ documentId: uuid }),
  reply: done.extend({
    /** False if the title or the text has an invalid length. */
    isSaved: z.boolean(),
  }),
})

const content = z.object({ title: z.string(), text: z.string() })

export const discardDocument = defineCall({
  method: 'POST',
  path: '/api/document/discard',
  access: 'member',
  limit: 'write',
  encoding: 'json',
  summary:
    'Discards what has not been saved: resets the document of a note to the saved text, and deletes the document of a note that was ' +
    'never saved or is deleted.',
  request: z.object({ documentId: uuid }),
  reply: done.extend({
    /** To bring it back; null if there was nothing. `saved` is the note, null if there is none. */
    discarded: content.extend({ saved: content.nullable() }).nullable(),
  }),
})
