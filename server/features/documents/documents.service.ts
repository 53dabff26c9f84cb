import { randomUUID } from 'node:crypto'
import { setImmediate } from 'node:timers/promises'
import { toBase64 } from 'lib0/buffer'
import * as Y from 'yjs'
import { headNoOf, isLaterPart } from '#protocol/access.ts'
import { createState, type DocumentContent, readContent } from '#protocol/document/content.ts'
import type { EditedDocument, EditRefusal, OpenedDocument } from '#protocol/documents.ts'
import { NEW_DOCUMENTS_MAX, UNSAVED_DOCUMENTS_MAX } from '#protocol/limits.ts'
import { isSavedAs } from '#protocol/savedForm.ts'
import type { Context } from '#server/context.ts'
import { ownNote } from '#server/features/notes/notes.service.ts'
import type { WithSeries } from '#server/features/series/series.record.ts'
import { notFound, RequestError } from '#server/platform/errors.ts'
import { acceptEdit, isOfAnotherUser, rememberClients } from './documents.acceptance.service.ts'
import type { FoundDocument } from './documents.finding.repository.ts'
import { inDocumentTime, measureDoc, openDoc, requireDocumentTime } from './documents.reading.service.ts'
import type { DocumentRecord } from './documents.record.ts'
import { appendUpdate, compactDocument, type Edit, isTogether } from './documents.saving.service.ts'
import { encodeWithoutPending, missingUpdate } from './documents.state.ts'
import { grantWriting, isWriterOf, mayWrite } from './documents.writers.service.ts'
import { readOutline } from './updateValidation.ts'

type Subject = { noteNo: number } | { documentId: string; topicNo: number }

interface Opening {
  subject: Subject
  /** What the client has already. */
  has?: { generation: number; stateVector: Uint8Array } | undefined
}

/** Opens the document of an own note, or of a new note, and creates it if it does not exist yet. */
export function openDocument(context: Context, userNo: number, opening: Opening): Promise<OpenedDocument> {
  return inDocumentTime(context, userNo, () => openNow(context, userNo, opening))
}

async function openNow(context: Context, userNo: number, { subject, has }: Opening): Promise<OpenedDocument> {
  const { document, note } = await findOrCreate(context, userNo, subject)
  const isOwner = document.ownerNo === userNo
  if (!isOwner) await grantWriting(context, userNo, document)
  const doc = openDoc(context, [userNo], document)
  rememberClients(context, document, doc)
  // Without the words of deleted text.
  const state = encodeWithoutPending(doc)
  const isSameGeneration = has?.generation === document.generation
  return {
    documentId: document.documentId,
    generation: document.generation,
    revision: document.revision,
    savedRevision: document.savedRevision,
    update: toBase64(isSameGeneration ? missingUpdate(state, has.stateVector) : state),
    stateVector: toBase64(Y.encodeStateVectorFromUpdate(state)),
    noteNo: document.noteNo ?? null,
    isTogether: !isOwner || isTogether(document),
    note: note && {
      title: note.title,
      text: note.text,
      version: note.version,
      lastUpdate: note.lastUpdate.toISOString(),
      topicNo: isOwner ? await topicNoOf(context, note) : null,
    },
  }
}

/** The topic of a note; of a later part that of its series. */
async function topicNoOf(
  { repositories }: Context,
  note: WithSeries & { noteNo: number; subjectNo: number },
): Promise<number> {
  const head = isLaterPart(note) ? await repositories.notes.findSummary(headNoOf(note)) : note
  return head?.subjectNo ?? note.subjectNo
}

type ExistingDocument = FoundDocument & { document: DocumentRecord }

async function findOrCreate(context: Context, userNo: number, requested: Subject): Promise<ExistingDocument> {
  const { documents, notes } = context.repositories
  for (let subject = requested; ; ) {
    const found = await ('noteNo' in subject
      ? documents.findByNote(subject.noteNo)
      : documents.findById(subject.documentId))
    await assertWriter(context, userNo, subject, found)
    if (found.document !== null) return { ...found, document: found.document }
    // A save that was interrupted after it created the note has not told the document of its editor.
    if (found.note && (await assignWrittenDocument(context, found.note))) continue
    const saved = 'documentId' in subject ? await notes.findByRequestKey(userNo, subject.documentId) : null
    if (saved) {
      subject = { noteNo: saved.noteNo }
      continue
    }
    const document = createDocument(context, found.note?.authorNo ?? userNo, subject, found.note)
    // If another tab has just created it, read that one.
    if (await insertDocument(context, userNo, document)) return { ...found, document }
  }
}

/** False if the note was not created in an editor, or the document of the editor is gone. */
async function assignWrittenDocument(
  { repositories }: Context,
  note: NonNullable<FoundDocument['note']>,
): Promise<boolean> {
  const { noteNo, authorNo: ownerNo, requestKey: documentId } = note
  if (documentId === undefined) return false
  const headNo = isLaterPart(note) ? { headNo: headNoOf(note) } : {}
  return repositories.documents.assignNote({ documentId, ownerNo }, { noteNo, ...headNo })
}

/** Throws unless the user may write the document, or create it. */
async function assertWriter(
  context: Context,
  userNo: number,
  subject: Subject,
  { document, note }: FoundDocument,
): Promise<void> {
  if ('noteNo' in subject) {
    if ((note?.authorNo ?? document?.ownerNo) === userNo) return
    if (note !== null && (await mayWrite(context, userNo, note))) return
    // Throws `forbidden` for readers of the note.
    await ownNote(context, { userNo, privilege: 0 }, subject.noteNo)
    throw notFound()
  }
  if (document !== null && document.ownerNo !== userNo) throw notFound()
}

/** False if the document exists already. Throws `quota`. */
function insertDocument(context: Context, userNo: number, document: DocumentRecord): Promise<boolean> {
  const insert = () => context.repositories.documents.insert(document)
  if (document.noteNo !== undefined) return insert()
  return context.runExclusive(`new documents of ${userNo}`, async () => {
    if (!(await hasRoomForNew(context, userNo))) throw new RequestError('quota')
    return insert()
  })
}

/** Documents whose text was erased before the first save do not count. */
async function hasRoomForNew(context: Context, userNo: number): Promise<boolean> {
  const { documents } = context.repositories
  if ((await documents.countNew(userNo)) < NEW_DOCUMENTS_MAX) return true
  const empty: DocumentRecord[] = []
  for await (const document of documents.streamNew(userNo)) {
    if (isSavedAs(readContent(openDoc(context, [userNo], document)), EMPTY)) empty.push(document)
    await setImmediate()
  }
  for (const document of empty) await documents.delete(document)
  return empty.length > 0
}

function createDocument(
  { clock }: Context,
  ownerNo: number,
  subject: Subject,
  saved: (DocumentContent & WithSeries & { noteNo: number }) | null,
): DocumentRecord {
  const snapshot = Buffer.from(createState(saved ?? { title: '', text: '' }))
  return {
    ...('noteNo' in subject ? { documentId: randomUUID() } : {}),
    ...subject,
    ...(saved && isLaterPart(saved) && { headNo: headNoOf(saved) }),
    ownerNo,
    generation: 1,
    snapshot,
    updates: [],
    bytes: snapshot.length,
    revision: 0,
    savedRevision: 0,
    compactions: 0,
    changedAt: clock(),
  } as DocumentRecord
}

type EditResult = EditedDocument | { error: EditRefusal }

/**
 * Stores an update of a document that the user may write. Clients send one after the other. Many at once would conflict in the database,
 * which then keeps other requests waiting.
 */
export function editDocument(context: Context, userNo: number, edit: Edit): Promise<EditResult> {
  const queue = `edits of ${userNo} in ${edit.documentId}`
  return context.runExclusive(queue, () => editNow(context, userNo, edit))
}

async function editNow(context: Context, userNo: number, edit: Edit): Promise<EditResult> {
  requireDocumentTime(context, userNo)
  const outline = readOutline(edit.update)
  if (outline === null) throw new RequestError('invalid')
  const accepted = await acceptEdit(context, userNo, { ...edit, outline })
  if ('error' in accepted) return accepted
  const revision = await appendUpdate(context, userNo, { ...edit, ...accepted, outline })
  if (revision !== null) return { revision }
  return inDocumentTime(context, userNo, async () => {
    const { document } = await context.repositories.documents.findById(edit.documentId)
    if (document === null || !isWriterOf(document, userNo)) throw notFound()
    if (document.generation !== edit.generation) return { error: 'replaced' }
    if (isOfAnotherUser(document, userNo, accepted.clients)) return { error: 'mismatch' }
    // The client tries again, which may succeed then.
    await compactDocument(context, userNo, edit.documentId)
    return { error: 'full' }
  })
}

export interface UnsavedContent extends DocumentContent {
  document: DocumentRecord
  /** The topic of the note; null if the note was deleted. */
  topicNo: number | null
}

/**
 * Views of the documents whose content differs from the saved note. An undone change leaves an update, but nothing unsaved. Only the
 * views stay in memory.
 */
export async function listUnsaved<View>(
  context: Context,
  userNo: number,
  viewOf: (unsaved: UnsavedContent) => View,
): Promise<View[]> {
  const { documents } = context.repositories
  return inDocumentTime(context, userNo, async () => {
    const views: View[] = []
    for await (const { note, ...document } of documents.streamUnsaved(userNo, UNSAVED_DOCUMENTS_MAX)) {
      requireDocumentTime(context, userNo)
      const content = readContent(openDoc(context, [userNo], document))
      if (!isSavedAs(content, note ?? EMPTY)) {
        const topicNo = note ? await topicNoOf(context, note) : (document.topicNo ?? null)
        views.push(viewOf({ ...content, document, topicNo }))
      }
      // Opening many documents must not keep other requests waiting.
      await setImmediate()
    }
    return views
  })
}

const EMPTY: DocumentContent = { title: '', text: '' }

type Discarded = DocumentContent & { saved: DocumentContent | null }

/**
 * Resets the document to the saved note, or deletes it if there is none. Open tabs open the document again. Returns what the document had;
 * null if there is no such document.
 */
export async function discardUnsaved(
  context: Context,
  userNo: number,
  documentId: string,
): Promise<Discarded | null> {
  const { repositories, live } = context
  for (;;) {
    const { document, note } = await repositories.documents.findById(documentId)
    // The same as for a document that does not exist.
    if (document?.ownerNo !== userNo) return null
    const isDone =
      note === null
        ? await repositories.documents.delete(document)
        : await repositories.documents.replace(document, createState(note), { isSaved: true })
    if (!isDone) continue
    live.emitToDocument(documentId, 'document:replaced', { documentId })
    live.emitToUser(userNo, 'documents:changed', {})
    return {
      ...readContent(measureDoc(context, [userNo], document).doc),
      saved: note && { title: note.title, text: note.text },
    }
  }
}
