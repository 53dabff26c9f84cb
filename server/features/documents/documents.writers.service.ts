import { headNoOf } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { WithSeries } from '#server/features/series/series.record.ts'
import { attachAuthors } from '#server/features/shares/shares.visibility.ts'
import { notFound } from '#server/platform/errors.ts'
import { keepUnsavedPictures } from './documents.pictures.service.ts'
import type { DocumentRecord } from './documents.record.ts'

/**
 * Members of rooms may write a note if its author lets them. Their right is stored in the document when they open it, so that each change
 * checks it in the same atomic write; it is removed before the call that ends it is answered.
 */

export const isWriterOf = ({ ownerNo, writers = [] }: DocumentRecord, userNo: number) =>
  ownerNo === userNo || writers.includes(userNo)

/** Whether the user is a member of a room whose members may write the note. */
export async function mayWrite(
  context: Context,
  userNo: number,
  note: { noteNo: number; authorNo: number } & WithSeries,
): Promise<boolean> {
  const [shown] = await attachAuthors(context, [note])
  if (shown === undefined) return false
  return (await context.repositories.writing.findWriters(headNoOf(note), [userNo])).has(userNo)
}

/** Those of the users who may write the note of a document. Nobody writes a later part that was deleted alone. */
async function findWriters(
  { repositories }: Context,
  { noteNo, headNo = noteNo }: Pick<DocumentRecord, 'noteNo' | 'headNo'>,
  userNos: readonly number[],
): Promise<ReadonlySet<number>> {
  if (noteNo === undefined || headNo === undefined) return new Set()
  if (headNo !== noteNo && (await repositories.notes.findSummary(noteNo)) === null) return new Set()
  return repositories.writing.findWriters(headNo, userNos)
}

/** Stores the right. Throws `notFound` if it has ended meanwhile. */
export async function grantWriting(
  context: Context,
  userNo: number,
  document: DocumentRecord,
): Promise<void> {
  const { repositories, live } = context
  const { documentId } = document
  if (document.writers?.includes(userNo)) return
  await repositories.documents.addWriter(documentId, userNo)
  // The right may have ended after it was checked and before it was stored.
  if ((await findWriters(context, document, [userNo])).has(userNo)) {
    // The author's tabs learn that the note is written together.
    live.emitToDocument(documentId, 'document:replaced', { documentId })
    return
  }
  await repositories.documents.removeWriters(documentId, [userNo])
  throw notFound()
}

/**
 * Ends the rights of writers who no longer have them: in a note, of a user who has left a room, or in all notes of an author. Their tabs
 * learn of it, and what they wrote is saved.
 */
export async function endLostRights(
  context: Context,
  selection: { noteNo: number } | { userNo: number } | { ownerNo: number },
): Promise<void> {
  const { repositories, live, documentSaves } = context
  for (const document of await repositories.documents.findWriters(selection)) {
    const { documentId, writers = [] } = document
    const affected = 'userNo' in selection ? [selection.userNo] : writers
    if (affected.length === 0) continue
    const remaining = await findWriters(context, document, affected)
    const lost = affected.filter(userNo => !remaining.has(userNo))
    if (lost.length === 0) continue
    await repositories.documents.removeWriters(documentId, lost)
    await live.leaveDocument(documentId, lost)
    await documentSaves.flush(documentId)
    await keepUnsavedPictures(context, documentId, lost)
    await repositories.documents.forgetEditors(documentId, lost)
    // The author's tabs learn that the note may not be written together any more.
    live.emitToDocument(documentId, 'document:replaced', { documentId })
  }
}
