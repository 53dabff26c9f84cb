import { strToU8, type Zippable, zipSync } from 'fflate'
import { callApi, fetchFile } from '#client/platform/calls/callApi.ts'
import { isNotFound } from '#client/platform/calls/callFailed.ts'
import { retryWhenLimited } from '#client/platform/calls/rateLimit.ts'
import { t } from '#client/platform/language/language.ts'
import { withCurrentTitles } from '#protocol/currentTitles.ts'
import { createFileTree, safeName } from '#protocol/fileTree.ts'
import { ITEMS_PER_PAGE_MAX } from '#protocol/limits.ts'
import { getNoteLinks, type NoteLinkView } from '#protocol/links.ts'
import { toNfkc } from '#protocol/normalization.ts'
import { type NoteFileHead, writeNoteFile } from '#protocol/noteFile.ts'
import { getNote, getNotes, type NoteItemView } from '#protocol/notes.ts'
import { pictureAddress, pictureIdsIn } from '#protocol/pictureAddress.ts'
import { wholeText } from '#protocol/seriesText.ts'
import { readTexts, type SavedText } from './savedNote.ts'

/** A text with the current titles in its links, which are fetched unless given. Throws CallFailed. */
export async function linkTitles(
  { noteNo, text }: SavedText,
  given?: readonly NoteLinkView[],
): Promise<SavedText> {
  if (!text.includes('[[')) return { noteNo, text }
  const links = given ?? (await callApi(getNoteLinks, { noteNo })).links
  const byKey = new Map(links.map(link => [link.key, link]))
  return { noteNo, text: withCurrentTitles(text, key => byKey.get(key)) }
}

/** Larger topics are in the export of all data: the server would reject so many requests, and the archive is built in memory. */
const TOPIC_NOTES_MAX = 1_000
const TOPIC_PICTURES_BYTES_MAX = 300_000_000

/**
 * Exports a note as a Markdown file, or as a ZIP archive of the file and its pictures. The URL of a deleted picture stays unchanged.
 * Throws CallFailed.
 */
export async function exportNote(header: NoteFileHead, texts: readonly SavedText[]): Promise<File> {
  const pictures = new Map<string, Uint8Array>()
  for (const { text } of texts) await loadPictures(text, pictures)
  const name = safeName(header.title, t('notes.untitled'))
  const files = writeFiles([{ header, texts, path: [`${name}.md`] }], pictures)
  const [markdown] = Object.values(files)
  if (pictures.size === 0 && markdown instanceof Uint8Array)
    return new File([Uint8Array.from(markdown)], `${name}.md`, { type: 'text/markdown' })
  return zipFile(files, name)
}

/**
 * Exports a topic as a ZIP archive of its notes and their pictures. Null if it is too large. Waits while it is rate limited, and
 * calls `onPause` each time. Throws CallFailed.
 */
export async function exportTopic(topicNo: number, onPause: () => void): Promise<File | null> {
  const paced = <Reply>(call: () => Promise<Reply>) => retryWhenLimited(call, onPause)
  const { title, notes } = await listNotes(topicNo, paced)
  if (notes.length > TOPIC_NOTES_MAX) return null
  const folder = safeName(title, t('notes.untitled'))
  const takenNames = new Set<string>()
  const written: WrittenNote[] = []
  const pictures = new Map<string, Uint8Array>()
  for (const { noteNo, createdAt, isPinned } of notes) {
    const note = await paced(() => readNote(noteNo))
    // Deleted or moved meanwhile.
    if (note?.subjectNo !== topicNo) continue
    const texts: SavedText[] = []
    for (const saved of await paced(() => readTexts(note))) {
      const linked = await paced(() => linkTitles(saved))
      await paced(() => loadPictures(linked.text, pictures))
      texts.push(linked)
    }
    if (bytesOf(pictures) > TOPIC_PICTURES_BYTES_MAX) return null
    const header = { noteNo, title: note.title, topicNo, topicTitle: title, createdAt, isPinned }
    written.push({
      header: { ...header, lastUpdate: note.lastUpdate },
      texts,
      path: [folder, `${freeName(safeName(note.title, t('notes.untitled')), takenNames)}.md`],
    })
  }
  return zipFile(writeFiles(written, pictures), folder)
}

interface WrittenNote {
  header: NoteFileHead
  texts: readonly SavedText[]
  path: readonly string[]
}

/** The notes and pictures as files. Links between them become links to the files. */
function writeFiles(notes: readonly WrittenNote[], pictures: ReadonlyMap<string, Uint8Array>): Zippable {
  const pathOf = (pictureId: string) => ['pictures', `${pictureId}.webp`]
  const paths = new Map(notes.map(({ header, path }) => [header.noteNo, path]))
  const tree = createFileTree([
    ...Array.from(paths, ([noteNo, path]) => ({ path, noteNo })),
    ...Array.from(pictures.keys(), pictureId => ({ path: pathOf(pictureId), pictureId })),
  ])
  const exported = {
    note: (noteNo: number) => paths.get(noteNo),
    picture: (pictureId: string) => (pictures.has(pictureId) ? pathOf(pictureId) : undefined),
    tree,
  }
  const files: Zippable = {}
  for (const { header, texts, path } of notes) {
    const parts =
      texts.length > 1 ? texts.map(({ noteNo, text }) => ({ noteNo, length: text.length })) : undefined
    const file = writeNoteFile({ ...header, parts }, wholeText(texts), path.slice(0, -1), exported)
    files[path.join('/')] = strToU8(file)
  }
  // WebP is compressed already.
  for (const [pictureId, bytes] of pictures) files[pathOf(pictureId).join('/')] = [bytes, { level: 0 }]
  return files
}

const zipFile = (files: Zippable, name: string) =>
  new File([Uint8Array.from(zipSync(files))], `${name}.zip`, { type: 'application/zip' })

/** Adds the pictures of a text that exist. */
async function loadPictures(text: string, pictures: Map<string, Uint8Array>): Promise<void> {
  for (const pictureId of pictureIdsIn(text)) {
    if (pictures.has(pictureId)) continue
    const picture = await fetchFile(pictureAddress(pictureId))
    if (picture) pictures.set(pictureId, new Uint8Array(await picture.arrayBuffer()))
  }
}

function bytesOf(pictures: ReadonlyMap<string, Uint8Array>): number {
  let bytes = 0
  for (const picture of pictures.values()) bytes += picture.byteLength
  return bytes
}

/** All notes of a topic, or one more than an export takes. */
async function listNotes(
  topicNo: number,
  paced: <Reply>(call: () => Promise<Reply>) => Promise<Reply>,
): Promise<{ title: string; notes: NoteItemView[] }> {
  const notes = new Map<number, NoteItemView>()
  for (let curPageNo = 1; ; curPageNo += 1) {
    const request = { topicNo, curPageNo, itemsPerPage: ITEMS_PER_PAGE_MAX, order: 'created' } as const
    const page = await paced(() => callApi(getNotes, request))
    for (const note of page.notes) notes.set(note.noteNo, note)
    if (curPageNo >= page.pageIndex.lastPageNum || notes.size > TOPIC_NOTES_MAX)
      return { title: page.subjectTitle, notes: [...notes.values()] }
  }
}

/** Null if the note was deleted. */
async function readNote(noteNo: number) {
  try {
    return await callApi(getNote, { noteNo })
  } catch (error) {
    if (isNotFound(error)) return null
    throw error
  }
}

/** Numbers a name that differs from no other one on all file systems. */
function freeName(name: string, takenNames: Set<string>): string {
  const keyOf = (candidate: string) => toNfkc(candidate).toLowerCase()
  let free = name
  for (let number = 2; takenNames.has(keyOf(free)); number += 1) free = `${name} (${number})`
  takenNames.add(keyOf(free))
  return free
}
