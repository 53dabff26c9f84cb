import { strToU8, type Zippable, zipSync } from 'fflate'
import { fetchFile } from '#client/platform/calls/fetchFile.ts'
import { t } from '#client/platform/language/language.ts'
import { safeName } from '#protocol/fileName.ts'
import { createFileTree } from '#protocol/fileTree.ts'
import { type NoteFileHead, writeNoteFile } from '#protocol/noteFile.ts'
import { pictureAddress, pictureIdsIn } from '#protocol/pictureAddress.ts'

/**
 * A note as a Markdown file; with pictures of ours in it, an archive of that file and a folder with them. The address of a picture that
 * is gone stays as it is. Throws CallFailed.
 */
export async function exportedNote(head: NoteFileHead, text: string): Promise<File> {
  const pictures = new Map<string, Uint8Array>()
  for (const pictureId of pictureIdsIn(text)) {
    const picture = await fetchFile(pictureAddress(pictureId))
    if (picture) pictures.set(pictureId, new Uint8Array(await picture.arrayBuffer()))
  }
  const pathOf = (pictureId: string) => ['pictures', `${pictureId}.webp`]
  const markdown = writeNoteFile(head, text, [], {
    note: () => undefined,
    picture: pictureId => (pictures.has(pictureId) ? pathOf(pictureId) : undefined),
    tree: createFileTree(Array.from(pictures.keys(), pictureId => ({ path: pathOf(pictureId), pictureId }))),
  })
  const name = safeName(head.title, t('notes.untitled'))
  if (pictures.size === 0) return new File([markdown], `${name}.md`, { type: 'text/markdown' })
  const files: Zippable = { [`${name}.md`]: strToU8(markdown) }
  // They are compressed already.
  for (const [pictureId, bytes] of pictures) files[pathOf(pictureId).join('/')] = [bytes, { level: 0 }]
  return new File([Uint8Array.from(zipSync(files))], `${name}.zip`, { type: 'application/zip' })
}
