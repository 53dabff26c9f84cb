import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { ZipFile } from 'yazl'
import type { Viewer } from '#protocol/access.ts'
import type { Context } from '#server/context.ts'
import type { UserRecord } from '#server/features/accounts/accounts.store.ts'
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
} from './takeAway.data.ts'
import { createFolder, safeName } from './takeAway.names.ts'

/** What a topic or a note without a usable title is called. */
const UNTITLED = '제목 없음'
/** The folders of what was deleted, and of the pictures in notes. */
const TRASH = '휴지통'
const PICTURES = '그림'

/**
 * A zip of all that is the viewer's own: a folder a topic, a Markdown file a note, their pictures, and data.json with the rest.
 * It is made while it is read: each note is fetched when the one before has been taken.
 */
export async function takeAwayArchive(context: Context, viewer: Viewer): Promise<Readable> {
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
  const topics = await context.stores.topics.ofOwner(user.userNo)
  const top = createFolder()
  const folders = new Map(
    topics.map(({ subjectNo, title }) => [
      subjectNo,
      { path: top.add(safeName(title, UNTITLED)), names: createFolder() },
    ]),
  )
  const written: WrittenNote[] = []
  for await (const note of context.stores.notes.ofAuthor(user.userNo)) {
    const folder = folders.get(note.subjectNo)
    // Its topic has just been deleted, and the note will be, too.
    if (folder === undefined) continue
    const path = `${folder.path}/${folder.names.add(safeName(note.title, UNTITLED), '.md')}`
    await write(zip, path, note.text, note.lastUpdate, signal)
    written.push(describeNote(note, path))
  }
  const trash: WrittenTrash[] = []
  const trashFolder = { path: top.add(TRASH), names: createFolder() }
  for await (const note of context.stores.trash.ofAuthor(user.userNo, keptSince(context))) {
    const path = `${trashFolder.path}/${trashFolder.names.add(safeName(note.title, UNTITLED), '.md')}`
    await write(zip, path, note.text, note.lastUpdate, signal)
    trash.push(describeTrashed(note, path))
  }
  const pictures: WrittenPicture[] = []
  const pictureFolder = top.add(PICTURES)
  for await (const picture of context.stores.notePictures.ofOwner(user.userNo)) {
    const bytes = await context.stores.notePictures.bytesOf(picture.pictureId)
    // It has just been deleted.
    if (bytes === null) continue
    const path = `${pictureFolder}/${picture.pictureId}.webp`
    await write(zip, path, bytes, picture.uploadedAt, signal)
    pictures.push(describePicture(picture, path))
  }
  for (const folder of folders.values()) zip.addEmptyDirectory(folder.path)
  const rest = await describeTheRest(context, user, topics, { notes: written, trash, pictures })
  const now = context.clock()
  if (rest.picture) zip.addBuffer(rest.picture, top.add('picture', '.webp'), { mtime: now, compress: false })
  await write(zip, top.add('data', '.json'), JSON.stringify(rest.data, null, 2), now, signal)
  zip.end()
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
