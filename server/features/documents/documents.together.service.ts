import { readContent } from '#protocol/document/content.ts'
import { encodeText } from '#protocol/encoding.ts'
import { TOGETHER_SAVE_MAX_MS } from '#protocol/limits.ts'
import { encodedNoteText, noteTitleField } from '#protocol/notes.ts'
import { uploadKeysIn } from '#protocol/pictureAddress.ts'
import { isSavedAs, removeControls } from '#protocol/savedForm.ts'
import type { Context } from '#server/context.ts'
import { updateNote } from '#server/features/notes/updateNote.service.ts'
import { notFound } from '#server/platform/errors.ts'
import type { FoundDocument } from './documents.finding.repository.ts'
import { openDoc } from './documents.reading.service.ts'
import type { DocumentRecord } from './documents.record.ts'
import { isTogether, markDocumentSaved } from './documents.saving.service.ts'
import { isWriterOf } from './documents.writers.service.ts'

/** One editing session of all writers, so that their saves replace each other in the history. */
const SESSION_ID = 'together'

/** A writer asks for a save. Returns whether the note has the text of the document. */
export async function saveAsWriter(context: Context, userNo: number, documentId: string): Promise<boolean> {
  const found = await context.repositories.documents.findById(documentId)
  if (found.document === null || !isWriterOf(found.document, userNo)) throw notFound()
  return saveFound(context, found)
}

/** Saves a document that is written together. */
export async function saveTogether(context: Context, documentId: string): Promise<void> {
  await saveFound(context, await context.repositories.documents.findById(documentId))
}

/** Whether others than the author write the document, or have written what is not saved yet. */
const isOfOthers = (document: DocumentRecord) =>
  isTogether(document) || (document.editedBy ?? []).some(userNo => userNo !== document.ownerNo)

/** How long the save waits for pictures that are being uploaded, in milliseconds. */
const UPLOAD_MS = 60_000

const isUploading = (text: string, { changedAt }: DocumentRecord, now: Date) =>
  uploadKeysIn(text).length > 0 && now.getTime() - changedAt.getTime() < UPLOAD_MS

/** Returns whether the note has the text of the document. A text of invalid length is not saved. */
async function saveFound(context: Context, { document, note }: FoundDocument): Promise<boolean> {
  if (document === null || note === null || !isOfOthers(document)) return false
  const { documentId, revision, ownerNo, editedBy = [] } = document
  const { noteNo, version: noteVersion } = note
  const content = readContent(openDoc(context, editedBy, document))
  if (isSavedAs(content, note)) {
    await markDocumentSaved(
      context,
      ownerNo,
      { documentId },
      { noteNo, noteVersion, revision, text: note.text },
    )
    return true
  }
  // The picture of a writer whose right has ended cannot arrive any more.
  if (isTogether(document) && isUploading(content.text, document, context.clock())) return false
  const title = noteTitleField.safeParse(removeControls(content.title))
  const text = encodedNoteText.safeParse(encodeText(removeControls(content.text)))
  if (!title.success || !text.success) return false
  const author = { userNo: note.authorNo, privilege: 0 }
  const result = await updateNote(context, author, {
    ...{ noteNo, title: title.data, text: text.data, sessionId: SESSION_ID },
    ...{ documentRevision: Math.max(1, revision), writerNos: editedBy },
  })
  return 'saved' in result
}

/** How many documents one node saves at a time. */
const BATCH = 20

const BEFORE_ALL = { changedAt: new Date(0), documentId: '' }

/**
 * Returns the function that saves what a node did not save before it stopped. Each call continues after the last one, because texts of
 * invalid length stay overdue and must not keep the others waiting.
 */
export function createOverdueSaves(context: Context): () => Promise<void> {
  let after = BEFORE_ALL
  return async () => {
    const before = new Date(context.clock().getTime() - TOGETHER_SAVE_MAX_MS)
    const overdue = await context.repositories.documents.findOverdue({ after, before }, BATCH)
    after = (overdue.length === BATCH && overdue.at(-1)) || BEFORE_ALL
    // A failed save, such as of an author without document time, must not keep the others waiting.
    for (const { documentId } of overdue)
      await saveTogether(context, documentId).catch((error: unknown) =>
        context.log.warn({ err: error }, 'saving a document failed'),
      )
  }
}
