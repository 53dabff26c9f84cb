import { strToU8, type Zippable, zipSync } from 'fflate'
import { callApi, fetchFile } from '#client/platform/calls/callApi.ts'
import { t } from '#client/platform/language/language.ts'
import { withCurrentTitles } from '#protocol/currentTitles.ts'
import { createFileTree, safeName } from '#protocol/fileTree.ts'
import { getNoteLinks } from '#protocol/links.ts'
import { type NoteFileHead, writeNoteFile } from '#protocol/noteFile.ts'
import { pictureAddress, pictureIdsIn } from '#protocol/pictureAddress.ts'

/** The text of a note with the current titles in its links. Throws CallFailed. */
export async function textToExport(noteNo: number, text: string): Promise<string> {
  if (!text.includes('[[')) return text
  const { links } = await callApi(getNoteLinks, { noteNo })
  const byKey = new Map(links.map(link => [link.key, link]))
  return withCurrentTitles(text, key => byKey.get(key))
}

/**
 * Exports a note as a Markdown file, or as a ZIP archive of the file and its pictures. The URL of a deleted picture stays unchanged.
 * Throws CallFailed.
 */
export async function exportNote(header: NoteFileHead, text: string): Promise<File> {
  const pictures = new Map<string, Uint8Array>()
  for (const pictureId of pictureIdsIn(text)) {
    const picture = await fetchFile(pictureAddress(pictureId))
    if (picture) pictures.set(pictureId, new Uint8Array(await picture.arrayBuffer()))
  }
  const pathOf = (pictureId: string) => ['pictures', `${pictureId}.webp`]
  const markdown = writeNoteFile(header, text, [], {
    note: () => undefined,
    picture: pictureId => (pictures.has(pictureId) ? pathOf(pictureId) : undefined),
    tree: createFileTree(Array.from(pictures.keys(), pictureId => ({ path: pathOf(pictureId), pictureId }))),
  })
  const name = safeName(header.title, t('notes.untitled'))
  if (pictures.size === 0) return new File([markdown], `${name}.md`, { type: 'text/markdown' })
  const files: Zippable = { [`${name}.md`]: strToU8(markdown) }
  // WebP is compressed already.
  for (const [pictureId, bytes] of pictures) files[pathOf(pictureId).join('/')] = [bytes, { level: 0 }]
  return new File([Uint8Array.from(zipSync(files))], `${name}.zip`, { type: 'application/zip' })
}
