import { parseTime } from '#client/features/notes/attachments/front.matter.time.ts'
import type { FrontMatter } from '#client/features/notes/attachments/front.matter.ts'
import { checkPicture } from '#client/features/notes/attachments/picture.compression.ts'
import { decodeFile } from '#client/platform/browser/files.ts'
import { CUSTOM, makeRequestKey, sha256, uuidOf } from '#client/platform/browser/requestKey.ts'
import { z } from '#protocol/schema.ts'
import type { PictureFile, RawFile, SkippedFile, TextFile } from './import.files.ts'
import { createFileIndex, fallbackAddress, type PictureEntry } from './import.links.ts'
import { createNotes, type ParsedFile, type ParsedText, parseText, resolveLinks } from './import.notes.ts'
import { readZip } from './import.zip.ts'

export interface ImportSource {
  source: ArrayBuffer | { files: RawFile[]; pictures: PictureFile[] }
  /** Unique within an import. */
  name: string
  maxFiles: number
  /** The title of a note without any other title. */
  untitled: string
}

/** A picture that a note contains. */
export interface ImportedPicture {
  file: Blob
  name: string
  /** The address to write into a note that is created without the picture. */
  fallbackAddress: string
}

export interface ParsedFiles {
  /** Their texts refer to imported pictures by upload address. */
  files: ParsedFile[]
  /** All topics of our own export, in order. */
  topics: ExportList['topics']
  /** By upload key. */
  pictures: ReadonlyMap<string, ImportedPicture>
  skipped: SkippedFile[]
  /** How many more files were skipped without being listed. */
  unlistedCount: number
}

/**
 * Parses files or an archive into notes. Crafted texts may make this take minutes, so it runs in a worker. Throws if the archive is
 * invalid, broken or encrypted.
 */
export async function parseSource({ source, name, maxFiles, untitled }: ImportSource): Promise<ParsedFiles> {
  const isArchive = source instanceof ArrayBuffer
  const { files, pictures, list, skipped, unlistedCount } = isArchive
    ? unpackArchive(source)
    : { ...source, list: null, skipped: [], unlistedCount: 0 }
  const texts = decodeTexts(files, maxFiles)
  const indexed = await indexPictures(pictures)
  const empty: ParsedFile[] = []
  const parsed = texts.files.flatMap(file => {
    const listed = list?.noteAt(file.path)
    const text = parseText({ ...file, id: `${name}/${file.path.join('/')}` }, untitled, listed)
    if (text === null) empty.push({ path: file.path, notes: [], unresolved: [] })
    return text ?? []
  })
  const fileIndex = createFileIndex(parsed.map(linkTargetOf), indexed.pictures)
  const writtenNames = new Map<string, string>()
  const onPicture = ({ key }: PictureEntry, written: string) => writtenNames.set(key, written)
  const created = parsed.map(text => ({ id: text.id, ...createNotes(text, fileIndex, onPicture) }))
  const { matched, unused } = matchPictures(indexed.pictures, writtenNames)
  return {
    files: [...resolveLinks(created), ...empty],
    topics: list?.topics ?? [],
    pictures: matched,
    skipped: [...skipped, ...texts.skipped, ...indexed.skipped, ...unused],
    unlistedCount,
  }
}

function linkTargetOf({ id, path, title, front: { own } }: ParsedText) {
  const noteNos = own && (own.parts?.map(({ noteNo }) => noteNo) ?? [own.noteNo])
  return { id, path, title, ...(noteNos && { noteNos }) }
}

/** Converts pictures to blobs, which browsers need not keep in memory. */
function unpackArchive(archive: ArrayBuffer) {
  const { pictures, list, ...rest } = readZip(new Uint8Array(archive))
  return {
    ...rest,
    list: list && readExportList(list),
    pictures: pictures.map(({ path, content }) => ({ path, file: new Blob([Uint8Array.from(content)]) })),
  }
}

function decodeTexts(
  raw: readonly RawFile[],
  maxFiles: number,
): { files: TextFile[]; skipped: SkippedFile[] } {
  const files: TextFile[] = []
  const skipped: SkippedFile[] = []
  for (const { path, content } of raw) {
    const text = decodeFile(content)
    const name = path.join('/')
    if (text === null) skipped.push({ name, why: 'unreadable' })
    else if (files.length >= maxFiles) skipped.push({ name, why: 'tooMany' })
    else files.push({ path, text })
  }
  return { files, skipped }
}

type PictureEntryWithFile = PictureEntry & { file: Blob }

/** Assigns upload keys; lists pictures that cannot be uploaded as skipped. */
async function indexPictures(files: readonly PictureFile[]) {
  const pictures: PictureEntryWithFile[] = []
  const skipped: SkippedFile[] = []
  for (const { path, file } of files) {
    const validationError = await checkPicture(file)
    if (validationError === null) pictures.push({ path, file, key: await uploadKeyOf(file) })
    else {
      const why = validationError === 'notePictures.tooLarge' ? 'tooLarge' : 'unreadable'
      skipped.push({ name: path.join('/'), why })
    }
  }
  return { pictures, skipped }
}

/** `writtenNames`: the addresses in the texts by upload key. */
function matchPictures(pictures: readonly PictureEntryWithFile[], writtenNames: ReadonlyMap<string, string>) {
  const matched = new Map<string, ImportedPicture>()
  const unused: SkippedFile[] = []
  for (const picture of pictures) {
    const written = writtenNames.get(picture.key)
    const name = picture.path.at(-1) ?? ''
    if (written === undefined) unused.push({ name: picture.path.join('/'), why: 'pictureUnused' })
    else
      matched.set(picture.key, {
        file: picture.file,
        name,
        fallbackAddress: fallbackAddress(picture, written),
      })
  }
  return { matched, unused }
}

/** A UUID derived from the picture, so that a repeated import finds its upload again. Random in browsers without `crypto.subtle`. */
async function uploadKeyOf(file: Blob): Promise<string> {
  const digest = await sha256(await file.arrayBuffer())
  return digest === null ? makeRequestKey() : uuidOf(digest.subarray(0, 16), CUSTOM)
}

/** `data.json` of our own export: the topics, and metadata of notes for exports without front matter. */

const listSchema = z.object({
  topics: z.array(z.object({ subjectNo: z.number(), title: z.string() })).max(2_000),
  notes: z.array(
    z.object({
      noteNo: z.number(),
      subjectNo: z.number(),
      title: z.string(),
      createdAt: z.string(),
      lastUpdate: z.string(),
      pinned: z.boolean(),
      file: z.string(),
    }),
  ),
})

interface ExportList {
  topics: readonly { topicNo: number; title: string }[]
  noteAt: (
    path: readonly string[],
  ) => Pick<FrontMatter, 'title' | 'createdAt' | 'lastUpdate' | 'own'> | undefined
}

/** Returns null if another program wrote the file. */
export function readExportList({ path, content }: RawFile): ExportList | null {
  const list = listSchema.safeParse(jsonOf(decodeFile(content) ?? '')).data
  if (!list) return null
  const titles = new Map(list.topics.map(({ subjectNo, title }) => [subjectNo, title]))
  const byFile = new Map(list.notes.map(note => [[...path.slice(0, -1), note.file].join('/'), note]))
  return {
    topics: list.topics.map(({ subjectNo: topicNo, title }) => ({ topicNo, title })),
    noteAt(path) {
      const note = byFile.get(path.join('/'))
      if (!note) return undefined
      const { noteNo, subjectNo: topicNo, title } = note
      const topicTitle = titles.get(topicNo) ?? ''
      const own = { noteNo, topicNo, topicTitle, isDeleted: false, hasFileLinks: false }
      const [createdAt, lastUpdate] = [parseTime(note.createdAt), parseTime(note.lastUpdate)]
      return {
        title,
        ...(createdAt && { createdAt }),
        ...(lastUpdate && { lastUpdate }),
        own: { ...own, isPinned: note.pinned },
      }
    },
  }
}

function jsonOf(content: string): unknown {
  try {
    return JSON.parse(content)
  } catch {
    return null
  }
}
