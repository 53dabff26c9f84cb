import { readContent } from '#protocol/document/content.ts'
import { encodeText } from '#protocol/encoding.ts'
import { TOGETHER_SAVE_MAX_MS } from '#protocol/limits.ts'
import { encodedNoteText, noteTitleField } from '#protocol/notes.ts'
import { isSavedAs, removeControls } from '#protocol/savedForm.ts'
import type { Context } from '#server/context.ts'
import { updateNote } from '#server/features/notes/notes.service.ts'
import { notFound } from '#server/platform/errors.ts'
import { isTogether, markDocumentSaved } from './documents.saving.service.ts'
import { docOf } from './documents.state.ts'
import { isWriterOf } from './documents.writers.service.ts'

/** One editing session of all writers, so that their saves replace each other in the history. */
const SESSION_ID = 'together'

/** A writer asks for a save. Returns whether the note has the text of the document. */
export async function saveAsWriter(context: Context, userNo: number, documentId: string): Promise<boolean> {
  const { document } = await context.repositories.documents.findById(documentId)
  if (document === null || !isWriterOf(document, userNo)) throw notFound()
  return saveTogether(context, documentId)
}

/** Saves a document that is written together. Returns whether the note has its text: waits until the text has a valid length. */
export async function saveTogether(context: Context, documentId: string): Promise<boolean> {
  const { document, note } = await context.repositories.documents.findById(documentId)
  if (document === null || note === null || !isTogether(document)) return false
  const { revision, ownerNo, editedBy = [] } = document
  const { noteNo, version: noteVersion } = note
  const content = readContent(docOf(document))
  if (isSavedAs(content, note)) {
    await markDocumentSaved(context, ownerNo, { documentId }, { noteNo, noteVersion, revision })
    return true
  }
  const title = noteTitleField.safeParse(content.title)
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

/** Saves what a node did not save before it stopped. */
export async function saveOverdue(context: Context): Promise<void> {
  const changedBefore = new Date(context.clock().getTime() - TOGETHER_SAVE_MAX_MS)
  for (const documentId of await context.repositories.documents.findOverdue(changedBefore, BATCH))
    await saveTogether(context, documentId)
}
