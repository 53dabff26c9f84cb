import { openWorker } from '#client/platform/browser/openWorker.ts'
import { withTimeLimit } from '#client/platform/browser/timers.ts'
import { t } from '#client/platform/language/language.ts'
import { IMPORT_FILE_BYTES_MAX, IMPORT_FILES_MAX, IMPORT_ZIP_BYTES_MAX } from '#protocol/limits.ts'
import {
  isArchive,
  isPictureFile,
  isTextFile,
  type PictureFile,
  pathOf,
  type RawFile,
  type SkippedFile,
  skipReason,
} from './import.files.ts'
import type { ParsedFile } from './import.notes.ts'
import type { ImportedPicture, ImportSource, ParsedFiles } from './import.parser.ts'

/** Ordinary files take a tenth of this. */
const PARSE_TIMEOUT_MS = 30_000

/** Parses outside the main thread. Rejects if parsing fails. */
type ParseInBackground = (chosen: ImportSource) => Promise<ParsedFiles>

/** Reads files and archives. Never rejects: lists unreadable files as skipped. */
export async function readFiles(
  chosen: readonly File[],
  parseInBackground: ParseInBackground = parseInWorker,
): Promise<ParsedFiles> {
  const files: ParsedFile[] = []
  const topics: ParsedFiles['topics'][number][] = []
  let reads = 0
  const pictures = new Map<string, ImportedPicture>()
  const skipped: SkippedFile[][] = []
  let unlistedCount = 0
  const skip = (names: readonly string[], why: SkippedFile['why']) =>
    skipped.push(names.map(name => ({ name, why })))

  async function parse(
    names: readonly string[],
    source: () => Promise<ImportSource['source']>,
  ): Promise<void> {
    try {
      const maxFiles = IMPORT_FILES_MAX - files.length
      const name = String(reads++)
      const parsed = await parseInBackground({
        source: await source(),
        name,
        maxFiles,
        untitled: t('notes.untitled'),
      })
      files.push(...parsed.files)
      topics.push(...parsed.topics)
      for (const [key, picture] of parsed.pictures) pictures.set(key, picture)
      skipped.push(parsed.skipped)
      unlistedCount += parsed.unlistedCount
    } catch {
      skip(names, 'unreadable')
    }
  }

  const {
    files: loose,
    pictures: loosePictures,
    names,
    ...others
  } = await readLooseFiles(chosen.filter(({ name }) => !isArchive(name)))
  skipped.push(others.skipped)
  if (names.length > 0) await parse(names, async () => ({ files: loose, pictures: loosePictures }))
  for (const file of chosen.filter(({ name }) => isArchive(name)))
    if (file.size > IMPORT_ZIP_BYTES_MAX) skip([file.name], 'tooLarge')
    else await parse([file.name], () => file.arrayBuffer())
  return { files, topics, pictures, skipped: skipped.flat(), unlistedCount }
}

interface LooseFiles {
  files: RawFile[]
  pictures: PictureFile[]
  /** The names of files and pictures. */
  names: string[]
  skipped: SkippedFile[]
}

async function readLooseFiles(chosen: readonly File[]): Promise<LooseFiles> {
  const loose: LooseFiles = { files: [], pictures: [], names: [], skipped: [] }
  for (const file of chosen) {
    const { name } = file
    // Set if the user chose a folder.
    const path = pathOf(file.webkitRelativePath || name)
    const skip = (why: SkippedFile['why']) => loose.skipped.push({ name, why })
    if (path === null || !(isPictureFile(name) || isTextFile(name))) skip(skipReason(name))
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

/** Terminates the worker after a timeout. Parses in the page if no worker can be started. */
async function parseInWorker(chosen: ImportSource): Promise<ParsedFiles> {
  const worker = await openWorker(
    () => new Worker(new URL('./import.worker.ts', import.meta.url), { type: 'module' }),
  ).catch(() => null)
  if (worker === null) {
    const { parseSource } = await import('./import.parser.ts')
    return parseSource(chosen)
  }
  try {
    return await withTimeLimit(
      () =>
        new Promise<ParsedFiles>((resolve, reject) => {
          worker.onmessage = ({ data }: MessageEvent<ParsedFiles | null>) =>
            data ? resolve(data) : reject(new Error('no archive'))
          worker.onerror = reject
          worker.postMessage(chosen, chosen.source instanceof ArrayBuffer ? [chosen.source] : [])
        }),
      PARSE_TIMEOUT_MS,
    )
  } finally {
    worker.terminate()
  }
}
