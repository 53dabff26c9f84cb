import { validationErrorOf } from '#client/features/notes/pictures/picture.compression.ts'
import { decodeFile } from '#client/platform/browser/decodeFile.ts'
import { digestOf } from '#client/platform/browser/digest.ts'
import { CUSTOM, makeRequestKey, uuidOf } from '#client/platform/browser/requestKey.ts'
import type { PictureFile, RawFile, SkippedFile, TextFile } from './import.files.ts'
import { addressLeft, createFileShelf, type Shelved } from './import.links.ts'
import { type ExportList, readExportList } from './import.list.ts'
import { leadLinks, type NotedFile, notesOf, type ReadText, readText } from './import.notes.ts'
import { readZip } from './import.zip.ts'

/** An archive, or files that were chosen one by one. */
export interface Chosen {
  source: ArrayBuffer | { files: RawFile[]; pictures: PictureFile[] }
  /** Unique among what is read for one import. */
  name: string
  /** So many texts of it are taken. */
  most: number
  /** What a note is called whose file has no name for it. */
  untitled: string
}

/** A picture that comes along with the texts that show it. */
export interface CarriedPicture {
  file: Blob
  name: string
  /** What stands in a note that is made without it. */
  addressLeft: string
}

export interface ReadFiles {
  /** In place of the addresses of pictures that come along stand those of their uploads. */
  files: NotedFile[]
  /** The topics of our own export, also those without notes, in their order. */
  topics: ExportList['topics']
  /** By the keys of their uploads. */
  pictures: ReadonlyMap<string, CarriedPicture>
  skipped: SkippedFile[]
  /** How many more an archive held that are skipped. */
  unnamed: number
}

/**
 * The notes that it would become. Whoever wrote the texts may have written them so that this takes minutes: so it is done aside. Throws
 * for what is no archive, or a broken or locked one.
 */
export async function readChosen({ source, name, most, untitled }: Chosen): Promise<ReadFiles> {
  const isArchive = source instanceof ArrayBuffer
  const { files, pictures, list, skipped, unnamed } = isArchive
    ? unpacked(source)
    : { ...source, list: null, skipped: [], unnamed: 0 }
  const texts = textsOf(files, most)
  const shelved = await shelve(pictures)
  const empty: NotedFile[] = []
  const read = texts.files.flatMap(file => {
    const known = list?.noteAt(file.path)
    const text = readText({ ...file, id: `${name}/${file.path.join('/')}` }, untitled, known)
    if (text === null) empty.push({ path: file.path, notes: [], unresolved: [] })
    return text ?? []
  })
  const shelf = createFileShelf(read.map(linkable), shelved.pictures)
  const called = new Map<string, string>()
  const onPicture = ({ key }: Shelved, written: string) => called.set(key, written)
  const noted = read.map(text => ({ id: text.id, ...notesOf(text, shelf, onPicture) }))
  const { taken, unused } = takeShown(shelved.pictures, called)
  return {
    files: [...leadLinks(noted), ...empty],
    topics: list?.topics ?? [],
    pictures: taken,
    skipped: [...skipped, ...texts.skipped, ...shelved.skipped, ...unused],
    unnamed,
  }
}

function linkable({ id, path, title, front: { own } }: ReadText) {
  return { id, path, title, ...(own && { noteNo: own.noteNo }) }
}

/** Pictures are files that need not lie in memory. */
function unpacked(archive: ArrayBuffer) {
  const { pictures, list, ...rest } = readZip(new Uint8Array(archive))
  return {
    ...rest,
    list: list && readExportList(list),
    pictures: pictures.map(({ path, content }) => ({ path, file: new Blob([Uint8Array.from(content)]) })),
  }
}

function textsOf(raw: readonly RawFile[], most: number): { files: TextFile[]; skipped: SkippedFile[] } {
  const files: TextFile[] = []
  const skipped: SkippedFile[] = []
  for (const { path, content } of raw) {
    const text = decodeFile(content)
    const name = path.join('/')
    if (text === null) skipped.push({ name, why: 'unreadable' })
    else if (files.length >= most) skipped.push({ name, why: 'tooMany' })
    else files.push({ path, text })
  }
  return { files, skipped }
}

type ShelvedPicture = Shelved & { file: Blob }

/** Names those that cannot go up. */
async function shelve(files: readonly PictureFile[]) {
  const pictures: ShelvedPicture[] = []
  const skipped: SkippedFile[] = []
  for (const { path, file } of files) {
    const validationError = await validationErrorOf(file)
    if (validationError === null) pictures.push({ path, file, key: await keyOf(file) })
    else {
      const why = validationError === 'notePictures.tooLarge' ? 'tooLarge' : 'unreadable'
      skipped.push({ name: path.join('/'), why })
    }
  }
  return { pictures, skipped }
}

/** `called`: what texts call the pictures, by their keys. */
function takeShown(pictures: readonly ShelvedPicture[], called: ReadonlyMap<string, string>) {
  const taken = new Map<string, CarriedPicture>()
  const unused: SkippedFile[] = []
  for (const picture of pictures) {
    const written = called.get(picture.key)
    const name = picture.path.at(-1) ?? ''
    if (written === undefined) unused.push({ name: picture.path.join('/'), why: 'pictureUnused' })
    else taken.set(picture.key, { file: picture.file, name, addressLeft: addressLeft(picture, written) })
  }
  return { taken, unused }
}

/**
 * A UUID made of the picture: imported once more it is the same one, and so is its note. A browser that makes no digests makes a new
 * one each time.
 */
async function keyOf(file: Blob): Promise<string> {
  const digest = await digestOf(await file.arrayBuffer())
  return digest === null ? makeRequestKey() : uuidOf(digest.subarray(0, 16), CUSTOM)
}
