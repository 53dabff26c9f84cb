import { textsOfDrafts } from '#client/features/notes/editor/drafts/note.drafts.ts'
import { type Copies, copiesOf, type PictureCopy } from './picture.copies.ts'

/** A draft that is thrown away can be brought back for a while. In milliseconds. */
const KEPT_AT_LEAST_MS = 24 * 60 * 60 * 1000

/**
 * Deletes the pictures on this device that no draft of the person's shows any more. None while the device does not tell of the drafts.
 */
export async function dropLeftovers(
  userNo: number,
  now: number,
  copies: Copies = copiesOf(userNo),
  draftTexts = textsOfDrafts,
): Promise<void> {
  const old = (await copies.all()).filter(([, { keptAt }]) => keptAt < now - KEPT_AT_LEAST_MS)
  if (old.length === 0) return
  const texts = (await draftTexts(userNo).catch(() => null))?.join('\n')
  if (texts === undefined) return
  await copies.drop(old.filter(left => !isShown(texts, left)).map(([key]) => key))
}

function isShown(texts: string, [key, { address }]: [key: string, copy: PictureCopy]): boolean {
  return texts.includes(key) || (address !== undefined && texts.includes(address))
}
