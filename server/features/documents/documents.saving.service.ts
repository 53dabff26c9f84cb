import { toBase64 } from 'lib0/buffer'
import * as Y from 'yjs'
import { applyEdits, createState, type DocumentContent, readContent } from '#protocol/document/content.ts'
import { mergeContent } from '#protocol/document/merge.ts'
import { DOCUMENT_BYTES_MAX } from '#protocol/limits.ts'
import type { Context } from '#server/context.ts'
import { rememberEdit } from './documents.acceptance.service.ts'
import { keepPictures } from './documents.pictures.service.ts'
import { beginGeneration, measure, measureDoc } from './documents.reading.service.ts'
import { CLIENTS_MAX, type DocumentRecord, STRUCTS_MAX } from './documents.record.ts'
import { countStructs, encodeWithoutPending, isEmptyUpdate } from './documents.state.ts'
import { readOutline, type UpdateOutline } from './updateValidation.ts'

export interface Edit {
  documentId: string
  generation: number
  update: Uint8Array
}

type AcceptedEdit = Edit & { outline: UpdateOutline; clients: readonly number[] }

/** Whether others than the author write the document, so the server saves it. */
export const isTogether = ({ writers = [] }: Pick<DocumentRecord, 'writers'>) => writers.length > 0

/** Opening a document merges all its updates. */
export const UPDATES_MAX = 100
const COMPACTION_STEP = 20

/**
 * Stores an update. Null if the user may not write the document, if it has another generation, if it is full, or if another user has
 * inserted something as the same client.
 */
export async function appendUpdate(
  context: Context,
  userNo: number,
  edit: AcceptedEdit,
): Promise<number | null> {
  const { repositories, clock, backgroundTasks, live } = context
  const { documentId, outline } = edit
  const { structs } = outline
  const appended = await repositories.documents.append({ ...edit, structs }, userNo, clock())
  if (appended === null) return null
  rememberEdit(context, userNo, edit)
  const isFirstUnsaved = appended.revision === appended.savedRevision + 1
  if (isFirstUnsaved) live.emitToUser(appended.ownerNo, 'documents:changed', {})
  if (isTogether(appended)) context.documentSaves.schedule(documentId)
  // While a compaction is running, more updates arrive.
  if (appended.updateCount >= UPDATES_MAX && appended.updateCount % COMPACTION_STEP === 0)
    backgroundTasks.run('compact a document', () => compactDocument(context, userNo, documentId))
  return appended.revision
}

/** A whole note has at most 15 KB of text, so most of a larger state is what deletions left. */
const REPLACED_BYTES = DOCUMENT_BYTES_MAX / 4

/** Whether most of the state is not text. */
function isBloated(
  doc: Y.Doc,
  { clients = [] }: DocumentRecord,
  state: Uint8Array,
  text: Uint8Array,
): boolean {
  if (state.length > Math.max(REPLACED_BYTES, 2 * text.length)) return true
  return countStructs(doc) > STRUCTS_MAX / 2 || clients.length > CLIENTS_MAX / 2
}

/**
 * Merges the updates into the snapshot, on the time of the user who has made them. If most of the state is what deletions and insertions
 * have left, or takes long to open, a new generation starts from the text alone, and open tabs open the document again.
 */
export async function compactDocument(context: Context, userNo: number, documentId: string): Promise<void> {
  const { repositories } = context
  const { document } = await repositories.documents.findById(documentId)
  if (document === null) return
  const { doc, isSlow } = measureDoc(context, [userNo], document)
  const { result: encoded, ms } = measure(() => ({
    state: encodeWithoutPending(doc),
    text: createState(readContent(doc)),
  }))
  context.documentTime.spend(userNo, ms)
  const { state, text } = encoded
  if (isSlow || isBloated(doc, document, state, text)) {
    await beginGeneration(context, document, text)
    return
  }
  const { snapshot, updates } = document
  const bytes = updates.reduce((sum, update) => sum + update.length, snapshot.length)
  await repositories.documents.compact(document, state, {
    ...{ updateCount: updates.length, bytes },
    structs: countStructs(doc),
  })
}

interface SavedChange {
  noteNo: number
  authorNo: number
  before: DocumentContent
  after: DocumentContent
}

/**
 * Adds a change that was saved without the document, such as by an API client or a toggled task, to the document of the note. What was
 * typed and not yet saved stays. Large documents of an author that are merged at once would keep other requests waiting, so one is merged
 * after the other.
 */
export async function mergeSavedChange(context: Context, change: SavedChange): Promise<void> {
  // Most notes that are saved without their document have none.
  if (!(await context.repositories.documents.hasDocument(change.noteNo))) return
  await context.runExclusive(`merging of ${change.authorNo}`, () => mergeInTurn(context, change))
}

const isSame = (one: DocumentContent, other: DocumentContent | null) =>
  one.title === other?.title && one.text === other.text

async function mergeInTurn(
  context: Context,
  { noteNo, authorNo, before, after }: SavedChange,
): Promise<void> {
  const { repositories } = context
  const isRepeated = isSame(before, after)
  for (let attempt = 1; ; attempt += 1) {
    const { document, note } = await repositories.documents.findByNote(noteNo)
    if (document === null) return
    const { documentId, generation } = document
    // The merge of the first attempt may have failed: a document without unsaved text becomes the saved note.
    const isSaved = !document.isUnsaved && isSame(after, note)
    const { doc, isSlow } = measureDoc(context, [authorNo], document)
    const stateVector = Y.encodeStateVector(doc)
    const { result: update, ms } = measure(() => {
      const content = readContent(doc)
      applyEdits(doc, mergeContent(isRepeated && isSaved ? content : before, after, content))
      return Y.encodeStateAsUpdate(doc, stateVector)
    })
    context.documentTime.spend(authorNo, ms)
    const append = () => appendAndPublish(context, authorNo, { documentId, generation, update })
    let stored: number | null = null
    if (!isSlow) stored = isEmptyUpdate(update) ? document.revision : await append()
    if (stored === null && attempt === 1 && !isSlow) {
      await compactDocument(context, authorNo, documentId)
      continue
    }
    const merged = readContent(doc)
    // It is full even after the compaction, or takes long to open.
    const revision = stored ?? (await beginGeneration(context, document, createState(merged)))
    if (revision === null) continue
    if (isSame(merged, after))
      await markSaved(context, authorNo, { documentId }, { noteNo, revision, text: after.text })
    return
  }
}

async function appendAndPublish(context: Context, ownerNo: number, edit: Edit): Promise<number | null> {
  const outline = readOutline(edit.update)
  if (outline === null) throw new Error('the server has made an invalid update')
  const clients = [...outline.added.keys()]
  const revision = await appendUpdate(context, ownerNo, { ...edit, outline, clients })
  if (revision === null) return null
  const { documentId, generation, update } = edit
  context.live.emitToDocument(documentId, 'document:edited', {
    ...{ documentId, generation, revision },
    update: toBase64(update),
  })
  return revision
}

interface SavedText {
  noteNo: number
  /** The revision that was saved. */
  revision: number
  text: string
}

/** Returns the ID of the document; null if there is none, or the note has another. */
async function markSaved(
  context: Context,
  ownerNo: number,
  document: { documentId: string } | { noteNo: number },
  { text, ...saved }: SavedText,
): Promise<string | null> {
  const marked = await context.repositories.documents.markSaved(ownerNo, document, saved)
  if (marked === null) return null
  const { documentId, editedBy = [] } = marked
  await keepPictures(context, text, { authorNo: ownerNo, writerNos: editedBy })
  return documentId
}

/** Records that an editor has saved its document as a version of the note. */
export async function markDocumentSaved(
  context: Context,
  ownerNo: number,
  document: { documentId: string } | { noteNo: number },
  { noteVersion, ...saved }: SavedText & { noteVersion: number },
): Promise<void> {
  const documentId = await markSaved(context, ownerNo, document, saved)
  if (documentId === null) return
  const { noteNo, revision: savedRevision } = saved
  const event = { documentId, noteNo, noteVersion, savedRevision }
  context.live.emitToDocumentAndOwner(documentId, ownerNo, 'document:saved', event)
}
