import { decodeFile } from '#client/platform/browser/decodeFile.ts'
import type { PictureFile, RawFile, SkippedFile, TextFile } from './import.files.ts'
import { type NotedFile, notesOf } from './import.notes.ts'
import { type CarriedPicture, takePictures } from './import.shelf.ts'
import { readZip } from './import.zip.ts'

/** An archive, or files that were chosen one by one. */
export interface Chosen {
  source: ArrayBuffer | { files: RawFile[]; pictures: PictureFile[] }
  /** So many texts of it are taken. */
  most: number
  /** What a note is called whose file has no name for it. */
  untitled: string
}

export interface ReadFiles {
  /** In place of the addresses of pictures that come along stand those of their uploads. */
  files: NotedFile[]
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
export async function readChosen({ source, most, untitled }: Chosen): Promise<ReadFiles> {
  const isArchive = source instanceof ArrayBuffer
  const { files, pictures, skipped, unnamed } = isArchive
    ? unpacked(source)
    : { ...source, skipped: [], unnamed: 0 }
  const texts = textsOf(files, most)
  const taken = await takePictures(texts.files, pictures)
  return {
    files: taken.files.map(({ path, text }) => ({ path, notes: notesOf(path.at(-1) ?? '', text, untitled) })),
    pictures: taken.pictures,
    skipped: [...skipped, ...texts.skipped, ...taken.skipped],
    unnamed,
  }
}

/** Pictures are files that need not lie in memory. */
function unpacked(archive: ArrayBuffer) {
  const { pictures, ...rest } = readZip(new Uint8Array(archive))
  return {
    ...rest,
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
