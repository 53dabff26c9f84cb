import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Viewer } from '#protocol/access.ts'
import { withCurrentTitles } from '#protocol/currentTitles.ts'
import { createFileTree, safeName } from '#protocol/fileTree.ts'
import { toNfkc } from '#protocol/normalization.ts'
import {
  type ExportedFile,
  type ExportedFiles,
  type NoteFileHead,
  writeNoteFile,
} from '#protocol/noteFile.ts'
import { wholeText } from '#protocol/seriesText.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.repository.ts'
import type { NotePictureSummary } from '#server/features/notePictures/notePictures.repository.ts'
import type { NoteRecord } from '#server/features/notes/notes.repository.ts'
import type { TopicRecord } from '#server/features/topics/topics.repository.ts'
import { trashCutoff } from '#server/features/trash/trash.service.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import {
  describeNote,
  describeOtherData,
  describePicture,
  describeTrashed,
  type WrittenNote,
  type WrittenPicture,
  type WrittenTrash,
} from './dataExport.data.ts'

/** Name of topics and notes without a usable title. */
const UNTITLED = '제목 없음'
/** Folders of deleted notes and of pictures. */
const TRASH = '휴지통'
const PICTURES = '그림'

/**
 * Streams a zip with all data of the viewer: a folder per topic, a Markdown file per note, pictures, and data.json.
 * The next note is loaded when the previous one has been consumed.
 */
export async function createDataExport(context: Context, viewer: Viewer): Promise<Readable> {
  const user = await context.repositories.users.findByNo(viewer.userNo)
  if (user === null) throw notSignedIn()
  const zip = new ZipFile()
  const archive = Readable.from(zip.outputStream)
  const receiverGone = new AbortController()
  archive.on('close', () => receiverGone.abort())
  writeAll(context, user, zip, receiverGone.signal).catch(error => archive.destroy(error))
  return archive
}

async function writeAll(
  context: Context,
  user: UserRecord,
  zip: ZipFile,
  signal: AbortSignal,
): Promise<void> {
  const { notes, series, topics: topicRepository, trash, notePictures, publicLinks } = context.repositories
  const topics = await topicRepository.findByOwner(user.userNo)
  const layout = await assignPaths(context, user.userNo, topics)
  const linked = await publicLinks.findByAuthor(user.userNo)
  const links = new Map(linked.map(({ noteNo, publicLink }) => [noteNo, publicLink]))
  const written: WrittenNote[] = []
  for await (const note of notes.streamByAuthor(user.userNo)) {
    const topic = layout.topics.get(note.subjectNo)
    // A later part of a series, which is in the file of the first one. Or the topic has just been deleted, and its notes will follow.
    if (topic === undefined) continue
    const path = layout.pathOf(note, topic)
    const parts = note.series ? await series.findTexts(note.noteNo) : [note]
    const texts = textsOf(parts, layout.linksOf)
    const head = { ...headOf(note, topic.title), parts: partsOf(texts) }
    const file = writeNoteFile(head, wholeText(texts), [topic.path], layout.files)
    await write(zip, path, file, note.lastUpdate, signal)
    written.push(describeNote({ ...note, textLength: lengthOf(parts) }, path, links.get(note.noteNo)))
  }
  const trashed: WrittenTrash[] = []
  for await (const note of trash.streamByAuthor(user.userNo, trashCutoff(context))) {
    const path = `${layout.trash.path}/${layout.trash.names.add(safeName(note.title, UNTITLED), '.md')}`
    const parts = [note, ...(note.series ? await trash.findPartsWith(note.noteNo) : [])]
    const texts = textsOf(parts, layout.linksOf)
    const deletedAt = note.deletedAt.toISOString()
    const head = { ...headOf(note, note.subjectTitle), deletedAt, parts: partsOf(texts) }
    const file = writeNoteFile(head, wholeText(texts), [layout.trash.path], layout.files)
    await write(zip, path, file, note.lastUpdate, signal)
    trashed.push(describeTrashed({ ...note, textLength: lengthOf(parts) }, path))
  }
  const pictures: WrittenPicture[] = []
  for (const picture of layout.pictures) {
    const bytes = await notePictures.getBytes(picture.pictureId)
    // The picture has just been deleted.
    if (bytes === null) continue
    const path = layout.pictureFile(picture.pictureId).join('/')
    await write(zip, path, bytes, picture.uploadedAt, signal)
    pictures.push(describePicture(picture, path))
  }
  for (const { path } of layout.topics.values()) zip.addEmptyDirectory(path)
  const rest = await describeOtherData(context, user, topics, { notes: written, trash: trashed, pictures })
  const now = context.clock()
  if (rest.picture)
    zip.addBuffer(rest.picture, layout.top.add('picture', '.webp'), { mtime: now, compress: false })
  await write(zip, layout.top.add('data', '.json'), JSON.stringify(rest.data, null, 2), now, signal)
  zip.end()
}

/** Assigns all file names first: a text may link to a note that is written later. */
async function assignPaths(
  { repositories: { notes, notePictures, pictureReferences } }: Context,
  userNo: number,
  topics: readonly TopicRecord[],
) {
  const top = createFolder()
  // Reserves names of the archive's own files.
  const folderOf = (title: string) => ({ path: top.add(safeName(title, UNTITLED)), names: createFolder() })
  const byNo = new Map(topics.map(({ subjectNo, title }) => [subjectNo, { title, ...folderOf(title) }]))
  type Topic = { path: string; names: ReturnType<typeof createFolder> }
  const paths = new Map<number, readonly string[]>()
  const assignPath = ({ noteNo, title }: { noteNo: number; title: string }, { path, names }: Topic) => {
    const found = paths.get(noteNo) ?? [path, names.add(safeName(title, UNTITLED), '.md')]
    paths.set(noteNo, found)
    return found
  }
  const titles = new Map<number, string>()
  for (const note of await notes.findHeadersByAuthor(userNo)) {
    titles.set(note.noteNo, note.title)
    const topic = byNo.get(note.subjectNo)
    if (topic) assignPath(note, topic)
  }
  const trash = folderOf(TRASH)
  const pictureFolder = top.add(PICTURES)
  const pictures: NotePictureSummary[] = []
  for await (const picture of notePictures.streamByOwnerOrAuthor(userNo)) {
    const isOwn = picture.ownerNo === userNo
    if (isOwn || (await pictureReferences.isReferenced({ ownerNo: userNo, pictureId: picture.pictureId })))
      pictures.push(picture)
  }
  const pictureIds = new Set(pictures.map(({ pictureId }) => pictureId))
  const pictureFile = (pictureId: string) => [pictureFolder, `${pictureId}.webp`]
  const exported: ExportedFile[] = [
    ...Array.from(paths, ([noteNo, path]) => ({ path, noteNo })),
    ...pictures.map(({ pictureId }) => ({ path: pictureFile(pictureId), pictureId })),
  ]
  const files: ExportedFiles = {
    note: noteNo => paths.get(noteNo),
    picture: pictureId => (pictureIds.has(pictureId) ? pictureFile(pictureId) : undefined),
    tree: createFileTree(exported),
  }
  return {
    ...{ top, topics: byNo, trash, pictures, pictureFile, files },
    /** Finds the links of a note with the current titles, by key. */
    linksOf({ links = [] }: Pick<NoteRecord, 'links'>) {
      const byKey = new Map(links.map(link => [link.key, link]))
      return (key: string) => {
        const { noteNo = 0, hasHeading = false } = byKey.get(key) ?? {}
        const title = titles.get(noteNo)
        return title === undefined ? undefined : { title, hasHeading }
      }
    },
    /** Also for notes created meanwhile. */
    pathOf: (note: NoteRecord, topic: Topic) => assignPath(note, topic).join('/'),
  }
}

/** The texts of the parts of a series, or of a note, with current titles in the links. */
const textsOf = (
  parts: readonly Pick<NoteRecord, 'noteNo' | 'text' | 'links'>[],
  linksOf: (part: Pick<NoteRecord, 'links'>) => Parameters<typeof withCurrentTitles>[1],
) => parts.map(part => ({ noteNo: part.noteNo, text: withCurrentTitles(part.text, linksOf(part)) }))

/** For the head of the file. Undefined for one part. */
const partsOf = (texts: readonly { noteNo: number; text: string }[]): NoteFileHead['parts'] =>
  texts.length > 1 ? texts.map(({ noteNo, text }) => ({ noteNo, length: text.length })) : undefined

const lengthOf = (parts: readonly Pick<NoteRecord, 'textLength'>[]) =>
  parts.reduce((sum, { textLength }) => sum + textLength, 0)

function headOf(
  note: Pick<NoteRecord, 'noteNo' | 'subjectNo' | 'title' | 'createdAt' | 'lastUpdate' | 'pinned'>,
  topicTitle: string,
): NoteFileHead {
  const { noteNo, subjectNo: topicNo, title, createdAt, lastUpdate, pinned: isPinned = false } = note
  return {
    ...{ noteNo, topicNo, title, topicTitle, isPinned },
    createdAt: createdAt.toISOString(),
    lastUpdate: lastUpdate.toISOString(),
  }
}

/** Resolves when the receiver has consumed the file, so that at most one is in memory. */
async function write(
  zip: ZipFile,
  path: string,
  file: string | Buffer,
  mtime: Date,
  signal: AbortSignal,
): Promise<void> {
  const content = Readable.from([Buffer.from(file)])
  zip.addReadStream(content, path, { mtime, compress: typeof file === 'string' })
  await finished(content, { signal })
}

/** Some file systems ignore case, width or Unicode normalization. */
const sameAs = (name: string) => toNfkc(toNfkc(name).toUpperCase().toLowerCase())

/** Returns unique names in a folder by numbering duplicates. Linear in the number of names, also for duplicates. */
export function createFolder() {
  const usedNames = new Set<string>()
  /** Last number given to each name; all lower numbers are taken. */
  const numbers = new Map<string, number>()
  return {
    add(name: string, ending = ''): string {
      const candidateKey = sameAs(`${name}${ending}`)
      for (let number = (numbers.get(candidateKey) ?? 0) + 1; ; number += 1) {
        const candidate = number === 1 ? `${name}${ending}` : `${name} (${number})${ending}`
        const key = sameAs(candidate)
        if (usedNames.has(key)) continue
        usedNames.add(key)
        numbers.set(candidateKey, number)
        return candidate
      }
    },
  }
}
