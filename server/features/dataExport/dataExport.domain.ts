import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Viewer } from '#protocol/access.ts'
import { safeName } from '#protocol/fileName.ts'
import { createFileTree } from '#protocol/fileTree.ts'
import {
  type ExportedFile,
  type ExportedFiles,
  type NoteFileHead,
  writeNoteFile,
} from '#protocol/noteFile.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.store.ts'
import type { NotePictureSummary } from '#server/features/notePictures/notePictures.store.ts'
import type { NoteRecord } from '#server/features/notes/notes.store.ts'
import type { TopicRecord } from '#server/features/topics/topics.store.ts'
import { keptSince } from '#server/features/trash/trash.domain.ts'
import { notSignedIn } from '#server/platform/errors.ts'
import {
  describeNote,
  describePicture,
  describeTheRest,
  describeTrashed,
  type WrittenNote,
  type WrittenPicture,
  type WrittenTrash,
} from './dataExport.data.ts'
import { createFolder } from './dataExport.names.ts'

/** What a topic or a note without a usable title is called. */
const UNTITLED = '제목 없음'
/** The folders of what was deleted, and of the pictures in notes. */
const TRASH = '휴지통'
const PICTURES = '그림'

/**
 * A zip of all that is the viewer's own: a folder a topic, a Markdown file a note, their pictures, and data.json with the rest.
 * It is made while it is read: each note is fetched when the one before has been taken.
 */
export async function createDataExport(context: Context, viewer: Viewer): Promise<Readable> {
  const user = await context.stores.users.byNo(viewer.userNo)
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
  const { notes, topics: topicStore, trash, notePictures } = context.stores
  const topics = await topicStore.ofOwner(user.userNo)
  const layout = await layOut(context, user.userNo, topics)
  const written: WrittenNote[] = []
  for await (const note of notes.ofAuthor(user.userNo)) {
    const topic = layout.topics.get(note.subjectNo)
    // Its topic has just been deleted, and the note will be, too.
    if (topic === undefined) continue
    const place = layout.placeOf(note, topic)
    const file = writeNoteFile(headOf(note, topic.title), note.text, [topic.path], layout.files)
    await write(zip, place, file, note.lastUpdate, signal)
    written.push(describeNote(note, place))
  }
  const trashed: WrittenTrash[] = []
  for await (const note of trash.ofAuthor(user.userNo, keptSince(context))) {
    const place = `${layout.trash.path}/${layout.trash.names.add(safeName(note.title, UNTITLED), '.md')}`
    const head = { ...headOf(note, note.subjectTitle), deletedAt: note.deletedAt.toISOString() }
    const file = writeNoteFile(head, note.text, [layout.trash.path], layout.files)
    await write(zip, place, file, note.lastUpdate, signal)
    trashed.push(describeTrashed(note, place))
  }
  const pictures: WrittenPicture[] = []
  for (const picture of layout.pictures) {
    const bytes = await notePictures.bytesOf(picture.pictureId)
    // It has just been deleted.
    if (bytes === null) continue
    const place = layout.pictureFile(picture.pictureId).join('/')
    await write(zip, place, bytes, picture.uploadedAt, signal)
    pictures.push(describePicture(picture, place))
  }
  for (const { path } of layout.topics.values()) zip.addEmptyDirectory(path)
  const rest = await describeTheRest(context, user, topics, { notes: written, trash: trashed, pictures })
  const now = context.clock()
  if (rest.picture)
    zip.addBuffer(rest.picture, layout.top.add('picture', '.webp'), { mtime: now, compress: false })
  await write(zip, layout.top.add('data', '.json'), JSON.stringify(rest.data, null, 2), now, signal)
  zip.end()
}

/** Names every file beforehand: a text may link to notes that are written after it. */
async function layOut(
  { stores: { notes, notePictures } }: Context,
  userNo: number,
  topics: readonly TopicRecord[],
) {
  const top = createFolder()
  // What lies beside the folders, whatever these are called.
  const folderOf = (title: string) => ({ path: top.add(safeName(title, UNTITLED)), names: createFolder() })
  const byNo = new Map(topics.map(({ subjectNo, title }) => [subjectNo, { title, ...folderOf(title) }]))
  type Topic = { path: string; names: ReturnType<typeof createFolder> }
  const places = new Map<number, readonly string[]>()
  const place = ({ noteNo, title }: { noteNo: number; title: string }, { path, names }: Topic) => {
    const found = places.get(noteNo) ?? [path, names.add(safeName(title, UNTITLED), '.md')]
    places.set(noteNo, found)
    return found
  }
  for (const note of await notes.headsOf(userNo)) {
    const topic = byNo.get(note.subjectNo)
    if (topic) place(note, topic)
  }
  const trash = folderOf(TRASH)
  const pictureFolder = top.add(PICTURES)
  const pictures: NotePictureSummary[] = []
  for await (const picture of notePictures.ofOwner(userNo)) pictures.push(picture)
  const pictureIds = new Set(pictures.map(({ pictureId }) => pictureId))
  const pictureFile = (pictureId: string) => [pictureFolder, `${pictureId}.webp`]
  const exported: ExportedFile[] = [
    ...Array.from(places, ([noteNo, path]) => ({ path, noteNo })),
    ...pictures.map(({ pictureId }) => ({ path: pictureFile(pictureId), pictureId })),
  ]
  const files: ExportedFiles = {
    note: noteNo => places.get(noteNo),
    picture: pictureId => (pictureIds.has(pictureId) ? pictureFile(pictureId) : undefined),
    tree: createFileTree(exported),
  }
  return {
    ...{ top, topics: byNo, trash, pictures, pictureFile, files },
    /** Of a note that has just been made as well. */
    placeOf: (note: NoteRecord, topic: Topic) => place(note, topic).join('/'),
  }
}

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

/** Resolves when the receiver has taken the file, so that no more than one waits in memory. */
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
