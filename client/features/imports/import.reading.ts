import { withTimeLimit } from '#client/platform/browser/timeLimit.ts'
import { openWorker } from '#client/platform/browser/worker.ts'
import { t } from '#client/platform/language/language.ts'
import { IMPORT_FILE_BYTES_MAX, IMPORT_FILES_MAX, IMPORT_ZIP_BYTES_MAX } from '#protocol/limits.ts'
import type { CarriedPicture, Chosen, ReadFiles } from './import.chosen.ts'
import {
  isArchive,
  isPictureFile,
  isTextFile,
  type PictureFile,
  pathOf,
  type RawFile,
  type SkippedFile,
  whyNeither,
} from './import.files.ts'
import type { NotedFile } from './import.notes.ts'

/** What is honest takes a tenth of it. */
const READ_WITHIN_MS = 30_000

/** What is chosen, read where it holds up nobody. Rejects when it cannot be read. */
export type ReadAside = (chosen: Chosen) => Promise<ReadFiles>

/** Reads what was chosen, the contents of archives among it. Never rejects: what cannot be read is named. */
export async function readFiles(
  chosen: readonly File[],
  readAside: ReadAside = readInWorker,
): Promise<ReadFiles> {
  const files: NotedFile[] = []
  const topics: ReadFiles['topics'][number][] = []
  let reads = 0
  const pictures = new Map<string, CarriedPicture>()
  const skipped: SkippedFile[][] = []
  let unnamed = 0
  const skip = (names: readonly string[], why: SkippedFile['why']) =>
    skipped.push(names.map(name => ({ name, why })))

  async function take(names: readonly string[], source: () => Promise<Chosen['source']>): Promise<void> {
    try {
      const most = IMPORT_FILES_MAX - files.length
      const name = String(reads++)
      const read = await readAside({ source: await source(), name, most, untitled: t('notes.untitled') })
      files.push(...read.files)
      topics.push(...read.topics)
      for (const [key, picture] of read.pictures) pictures.set(key, picture)
      skipped.push(read.skipped)
      unnamed += read.unnamed
    } catch {
      skip(names, 'unreadable')
    }
  }

  const {
    files: loose,
    pictures: loosePictures,
    names,
    ...others
  } = await readLoose(chosen.filter(({ name }) => !isArchive(name)))
  skipped.push(others.skipped)
  if (names.length > 0) await take(names, async () => ({ files: loose, pictures: loosePictures }))
  for (const file of chosen.filter(({ name }) => isArchive(name)))
    if (file.size > IMPORT_ZIP_BYTES_MAX) skip([file.name], 'tooLarge')
    else await take([file.name], () => file.arrayBuffer())
  return { files, topics, pictures, skipped: skipped.flat(), unnamed }
}

interface Loose {
  files: RawFile[]
  pictures: PictureFile[]
  /** Of both. */
  names: string[]
  skipped: SkippedFile[]
}

async function readLoose(chosen: readonly File[]): Promise<Loose> {
  const loose: Loose = { files: [], pictures: [], names: [], skipped: [] }
  for (const file of chosen) {
    const { name } = file
    // Of a folder that was chosen whole.
    const path = pathOf(file.webkitRelativePath || name)
    const skip = (why: SkippedFile['why']) => loose.skipped.push({ name, why })
    if (path === null || !(isPictureFile(name) || isTextFile(name))) skip(whyNeither(name))
    else if (isPictureFile(name)) {
      loose.pictures.push({ path, file })
      loose.names.push(name)
    } else if (file.size > IMPORT_FILE_BYTES_MAX) skip('tooLarge')
    else
      try {
        loose.files.push({ path, content: new Uint8Array(await file.arrayBuffer()) })
        loose.names.push(name)
      } catch {
        skip('unreadable')
      }
  }
  return loose
}

/** In a worker, which is stopped when it takes too long; in the page where no worker can be started. */
async function readInWorker(chosen: Chosen): Promise<ReadFiles> {
  const worker = await openWorker(
    () => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' }),
  ).catch(() => null)
  if (worker === null) {
    const { readChosen } = await import('./import.chosen.ts')
    return readChosen(chosen)
  }
  try {
    return await withTimeLimit(
      () =>
        new Promise<ReadFiles>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<ReadFiles | null>) =>
            data ? resolve(data) : reject(new Error('no archive'))
          worker.onerror = reject
          worker.postMessage(chosen, chosen.source instanceof ArrayBuffer ? [chosen.source] : [])
        }),
      READ_WITHIN_MS,
    )
  } finally {
    worker.terminate()
  }
}
