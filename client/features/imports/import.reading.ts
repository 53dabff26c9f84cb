import { decodeFile } from '#client/platform/browser/decodeFile.ts'
import { IMPORT_FILE_BYTES_MAX, IMPORT_FILES_MAX, IMPORT_ZIP_BYTES_MAX } from '#protocol/limits.ts'
import {
  isArchive,
  isPictureFile,
  isTextFile,
  type PictureFile,
  pathOf,
  type RawFile,
  type SkippedFile,
  type TextFile,
  whyNeither,
} from './import.files.ts'
import { type CarriedPicture, takePictures } from './import.shelf.ts'
import type { UnpackedAside } from './zip.worker.ts'

/** An honest archive takes a tenth of it. */
const UNPACKED_WITHIN_MS = 20_000

export interface ReadFiles {
  /** In place of the addresses of pictures that come along stand those of their uploads. */
  files: TextFile[]
  /** By the keys of their uploads. */
  pictures: ReadonlyMap<string, CarriedPicture>
  skipped: SkippedFile[]
  /** How many more an archive held that are skipped. */
  unnamed: number
}

/** Reads what was chosen, the contents of archives among it. Never rejects: what cannot be read is named. */
export async function readFiles(chosen: readonly File[]): Promise<ReadFiles> {
  const loose: UnpackedAside = { files: [], pictures: [], skipped: [], unnamed: 0 }
  const sources = [loose]
  for (const file of chosen)
    if (isArchive(file.name)) sources.push(await readArchive(file))
    else await readLooseFile(file, loose)

  const files: TextFile[] = []
  const pictures = new Map<string, CarriedPicture>()
  const skipped: SkippedFile[][] = []
  for (const source of sources) {
    const texts = textsOf(source.files, IMPORT_FILES_MAX - files.length)
    const taken = await takePictures(texts.files, source.pictures)
    files.push(...taken.files)
    for (const [key, picture] of taken.pictures) pictures.set(key, picture)
    skipped.push(source.skipped, texts.skipped, taken.skipped)
  }
  const unnamed = sources.reduce((sum, source) => sum + source.unnamed, 0)
  return { files, pictures, skipped: skipped.flat(), unnamed }
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

async function readLooseFile(
  file: File,
  { files, pictures, skipped }: { files: RawFile[]; pictures: PictureFile[]; skipped: SkippedFile[] },
): Promise<void> {
  const path = pathOf(file.name)
  const skip = (why: SkippedFile['why']) => skipped.push({ name: file.name, why })
  if (path !== null && isPictureFile(file.name)) pictures.push({ path, file })
  else if (path === null || !isTextFile(file.name)) skip(whyNeither(file.name))
  else if (file.size > IMPORT_FILE_BYTES_MAX) skip('tooLarge')
  else
    try {
      files.push({ path, content: new Uint8Array(await file.arrayBuffer()) })
    } catch {
      skip('unreadable')
    }
}

async function readArchive(file: File): Promise<UnpackedAside> {
  const skip = (why: SkippedFile['why']) => ({
    files: [],
    pictures: [],
    skipped: [{ name: file.name, why }],
    unnamed: 0,
  })
  if (file.size > IMPORT_ZIP_BYTES_MAX) return skip('tooLarge')
  try {
    return await unpackAside(await file.arrayBuffer())
  } catch {
    return skip('unreadable')
  }
}

/** In a worker, which is stopped when it takes too long. */
async function unpackAside(archive: ArrayBuffer): Promise<UnpackedAside> {
  const worker = new Worker(new URL('./zip.worker.ts', import.meta.url), { type: 'module' })
  try {
    return await new Promise<UnpackedAside>((resolve, reject) => {
      worker.onmessage = ({ data }: MessageEvent<UnpackedAside | null>) =>
        data ? resolve(data) : reject(new Error('no archive'))
      worker.onerror = reject
      setTimeout(reject, UNPACKED_WITHIN_MS)
      worker.postMessage(archive, [archive])
    })
  } finally {
    worker.terminate()
  }
}
