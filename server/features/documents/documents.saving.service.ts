import { toBase64 } from 'lib0/buffer'
import * as Y from 'yjs'
import { applyEdits, createState, type DocumentContent, readContent } from '#protocol/document/content.ts'
import { mergeContent } from '#protocol/document/merge.ts'
import { DOCUMENT_BYTES_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import type { DocumentRecord } from './documents.record.ts'
import { docOf, encodeWithoutPending, isEmptyUpdate } from './documents.state.ts'

export interface Edit {
  documentId: string
  generation: number
  update: Uint8Array
}

/** Whether others than the author write the document, so the server saves it. */
export const isTogether = ({ writers = [] }: Pick<DocumentRecord, 'writers'>) => writers.length > 0

/** Opening a document merges all its updates. */
export const UPDATES_MAX = 100
const COMPACTION_STEP = 20

/** Stores an update. Null if the user may not write the document, if it has another generation, or if it is full. */
export async function appendUpdate(
  context: Context,
  userNo: number,
  { documentId, generation, update }: Edit,
): Promise<number | null> {
  const { repositories, clock, backgroundTasks, live } = context
  const appended = await repositories.documents.append({ documentId, generation }, userNo, update, clock())
  if (appended === null) return null
  const isFirstUnsaved = appended.revision === appended.savedRevision + 1
  if (isFirstUnsaved) live.emitToUser(appended.ownerNo, 'documents:changed', {})
  if (isTogether(appended)) context.documentSaves.schedule(documentId)
  // While a compaction is running, more updates arrive.
  if (appended.updateCount >= UPDATES_MAX && appended.updateCount % COMPACTION_STEP === 0)
    backgroundTasks.run('compact a document', () => compactDocument(context, documentId))
  return appended.revision
}

/** A whole note has at most 15 KB of text, so most of a larger state is what deletions left. */
const REPLACED_BYTES = DOCUMENT_BYTES_MAX / 4

/**
 * Merges the updates into the snapshot. If deletions have made the state much larger than its text, a new generation starts from the text
 * alone, and open tabs open the document again.
 */
export async function compactDocument(context: Context, documentId: string): Promise<void> {
  const { repositories, live } = context
  const { document } = await repositories.documents.findById(documentId)
  if (document === null) return
  const doc = docOf(document)
  const state = encodeWithoutPending(doc)
  if (state.length > REPLACED_BYTES) {
    if (await repositories.documents.replace(document, createState(readContent(doc)), { isSaved: false }))
      live.emitToDocument(documentId, 'document:replaced', { documentId })
    return
  }
  const { snapshot, updates } = document
  const bytes = updates.reduce((sum, update) => sum + update.length, snapshot.length)
  await repositories.documents.compact(document, state, { updateCount: updates.length, bytes })
}

interface SavedChange {
  noteNo: number
  authorNo: number
  before: DocumentContent
  after: DocumentContent
}

/**
 * Adds a change that was saved without the document, such as by an API client or a toggled task, to the document of the note. What was
 * typed and not yet saved stays.
 */
export async function mergeSavedChange(
  context: Context,
  { noteNo, authorNo, before, after }: SavedChange,
): Promise<void> {
  const { repositories } = context
  for (;;) {
    const { document } = await repositories.documents.findByNote(noteNo)
    if (document === null) return
    const { documentId, generation } = document
    const doc = docOf(document)
    const stateVector = Y.encodeStateVector(doc)
    applyEdits(doc, mergeContent(before, after, readContent(doc)))
    const update = Y.encodeStateAsUpdate(doc, stateVector)
    const revision = isEmptyUpdate(update)
      ? document.revision
      : await appendAndPublish(context, authorNo, { documentId, generation, update })
    if (revision === null) {
      await compactDocument(context, documentId)
      continue
    }
    const merged = readContent(doc)
    if (merged.title === after.title && merged.text === after.text)
      await repositories.documents.markSaved(authorNo, { documentId }, { noteNo, revision })
    return
  }
}

async function appendAndPublish(context: Context, ownerNo: number, edit: Edit): Promise<number | null> {
  const revision = await appendUpdate(context, ownerNo, edit)
  if (revision === null) return null
  const { documentId, generation, update } = edit
  context.live.emitToDocument(documentId, 'document:edited', {
    ...{ documentId, generation, revision },
    update: toBase64(update),
  })
  return revision
}

interface SavedDocument {
  noteNo: number
  noteVersion: number
  /** The revision that an editor has saved. */
  revision: number
}

/** Records that an editor has saved its document as a version of the note. */
export async function markDocumentSaved(
  { repositories, live }: Context,
  ownerNo: number,
  document: { documentId: string } | { noteNo: number },
  { noteNo, noteVersion, revision }: SavedDocument,
): Promise<void> {
  const documentId = await repositories.documents.markSaved(ownerNo, document, { noteNo, revision })
  if (documentId === null) return
  const savedRevision = revision
  live.emitToDocument(documentId, 'document:saved', { documentId, noteNo, noteVersion, savedRevision })
}
