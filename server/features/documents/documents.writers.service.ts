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
  return (await context.repositories.writing.findWriters({ noteNo: headNoOf(note) }, [userNo])).has(userNo)
}

/** Stores the right. Throws `notFound` if it has ended meanwhile. */
export async function grantWriting(
  { repositories, live }: Context,
  userNo: number,
  document: DocumentRecord,
): Promise<void> {
  const { documentId, noteNo, headNo } = document
  if (noteNo === undefined) throw notFound()
  if (document.writers?.includes(userNo)) return
  await repositories.documents.addWriter(documentId, userNo)
  // The right may have ended after it was checked and before it was stored.
  if ((await repositories.writing.findWriters({ noteNo, headNo }, [userNo])).has(userNo)) {
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
    const { documentId, noteNo, headNo, writers = [] } = document
    const affected = 'userNo' in selection ? [selection.userNo] : writers
    if (noteNo === undefined || affected.length === 0) continue
    const remaining = await repositories.writing.findWriters({ noteNo, headNo }, affected)
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
