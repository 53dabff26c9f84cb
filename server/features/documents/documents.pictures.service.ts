import { readContent } from '#protocol/document/content.ts'
import { pictureIdsIn } from '#protocol/pictureAddress.ts'
import type { Context } from '#server/context.ts'
import { openDoc } from './documents.reading.service.ts'

/** The pictures of writers belong to them, but stay as long as the note of its author has them. */
export async function keepPictures(
  { repositories }: Context,
  text: string,
  { authorNo, writerNos }: { authorNo: number; writerNos: readonly number[] },
): Promise<void> {
  const ownerNos = writerNos.filter(userNo => userNo !== authorNo)
  const pictureIds = ownerNos.length > 0 ? pictureIdsIn(text) : []
  if (pictureIds.length > 0) await repositories.notePictures.keepForAuthor(pictureIds, { authorNo, ownerNos })
}

/** Keeps the pictures of these users in a text that could not be saved, for example because it is too long, when they stop writing. */
export async function keepUnsavedPictures(
  context: Context,
  documentId: string,
  userNos: readonly number[],
): Promise<void> {
  const { document } = await context.repositories.documents.findById(documentId)
  const { editedBy = [] } = document ?? {}
  const writerNos = userNos.filter(userNo => editedBy.includes(userNo))
  if (document === null || writerNos.length === 0) return
  const { text } = readContent(openDoc(context, editedBy, document))
  await keepPictures(context, text, { authorNo: document.ownerNo, writerNos })
}
