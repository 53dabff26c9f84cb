import { addressFrom, type FileTree } from './fileTree.ts'
import { withAddresses } from './noteLinks.ts'
import { pictureAddress, readPictureAddress } from './pictureAddress.ts'

/**
 * A note as a Markdown file: YAML front matter, then the text. An import restores an exported note exactly. docs/export.md
 * describes the format.
 */

export interface NoteFileHead {
  noteNo: number
  title: string
  topicNo: number
  topicTitle: string
  /** ISO 8601, UTC. Unknown on a device that is offline and has not shown the note in a list. */
  createdAt?: string | undefined
  lastUpdate: string
  isPinned: boolean
  /** For a note in the trash. */
  deletedAt?: string
  /** The parts of a series in order; absent for a note that stands alone. Their texts are one file. */
  parts?: readonly ExportedPart[] | undefined
}

export interface ExportedPart {
  noteNo: number
  /** In UTF-16 units. */
  length: number
}

export const NOTE_FILE_FORMAT = 1

/** The entries of an archive of notes. */
export interface ExportedFile {
  path: readonly string[]
  noteNo?: number
  pictureId?: string
}

/** The paths of the notes and pictures of an archive. */
export interface ExportedFiles {
  note: (noteNo: number) => readonly string[] | undefined
  picture: (pictureId: string) => readonly string[] | undefined
  tree: Pick<FileTree<ExportedFile>, 'find'>
}

/** Writes a note as a file in a folder. Links to other notes and pictures of the archive become links to their files. */
export function writeNoteFile(
  head: NoteFileHead,
  text: string,
  folder: readonly string[],
  files: ExportedFiles,
): string {
  const linked = linkFiles(text, folder, files)
  // A text that already contains such links would not survive a round trip, so keep its links unchanged.
  const isExact = unlinkFiles(linked, folder, files.tree) === text
  return `${frontMatterOf(head, isExact)}${isExact ? linked : text}\n`
}

function frontMatterOf(head: NoteFileHead, hasFileLinks: boolean): string {
  const { title, topicTitle, createdAt, lastUpdate, isPinned, deletedAt, noteNo, topicNo, parts } = head
  const seriesNos = parts ? `, series: [${parts.map(part => part.noteNo).join(', ')}]` : ''
  const lines = [
    `title: ${quoted(title)}`,
    `topic: ${quoted(topicTitle)}`,
    ...(createdAt === undefined ? [] : [`created: ${createdAt}`]),
    `updated: ${lastUpdate}`,
    ...(isPinned ? ['pinned: true'] : []),
    ...(deletedAt === undefined ? [] : [`deleted: ${deletedAt}`]),
    ...(parts ? [`parts: [${parts.map(({ length }) => length).join(', ')}]`] : []),
    `geulmaru: { format: ${NOTE_FILE_FORMAT}, note: ${noteNo}, topic: ${topicNo}, links: ${hasFileLinks ? 'files' : 'asWritten'}${seriesNos} }`,
  ]
  return `---\n${lines.join('\n')}\n---\n`
}

/** Characters that programs may treat as line breaks, drop, or not show. */
const ESCAPED = /[\u007f-\u009f\u2028\u2029\ufeff\ufffe\uffff]/g

/** A JSON string is a double-quoted YAML string. */
const quoted = (value: string) =>
  JSON.stringify(value).replace(ESCAPED, sign => `\\u${sign.charCodeAt(0).toString(16).padStart(4, '0')}`)

const NOTE_ADDRESS = /^\/note\?no=([1-9]\d{0,14})(#.*)?$/

/** The note number and the fragment of an address on this server; null for any other address. */
export function readNoteAddress(address: string): { noteNo: number; fragment: string } | null {
  const [, noteNo, fragment = ''] = NOTE_ADDRESS.exec(address) ?? []
  return noteNo === undefined ? null : { noteNo: Number(noteNo), fragment }
}

export const noteAddress = (noteNo: number) => `/note?no=${noteNo}`

const fragmentOf = (address: string) => (address.includes('#') ? address.slice(address.indexOf('#')) : '')

function linkFiles(text: string, folder: readonly string[], files: ExportedFiles): string {
  return withAddresses(text, ({ address }) => {
    const note = readNoteAddress(address)
    const picture = readPictureAddress(address)
    const path = note ? files.note(note.noteNo) : picture ? files.picture(picture.pictureId) : undefined
    return path ? `${addressFrom(folder, path)}${fragmentOf(address)}` : null
  })
}

/** Reverses the conversion of links by the export. */
export function unlinkFiles(text: string, folder: readonly string[], tree: ExportedFiles['tree']): string {
  return withAddresses(text, ({ address }) => {
    const { noteNo, pictureId } = tree.find(address, folder) ?? {}
    if (noteNo !== undefined) return `${noteAddress(noteNo)}${fragmentOf(address)}`
    return pictureId === undefined ? null : `${pictureAddress(pictureId)}${fragmentOf(address)}`
  })
}
