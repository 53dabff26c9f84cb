import { unzipSync } from 'fflate'
import {
  IMPORT_FILE_BYTES_MAX,
  IMPORT_FILES_MAX,
  IMPORT_PICTURES_BYTES_MAX,
  IMPORT_PICTURES_MAX,
  IMPORT_UNPACKED_BYTES_MAX,
  PICTURE_BYTES_MAX,
} from '#protocol/limits.ts'
import { truncateText } from '#protocol/normalization.ts'
import {
  isListFile,
  isPictureFile,
  isTextFile,
  pathOf,
  type RawFile,
  SKIPPED_LISTED_MAX,
  type SkippedFile,
  skipReason,
} from './import.files.ts'

/** In bytes. Deflate adds less to incompressible data, so an entry that exceeds it declares a wrong size. */
const OVERHEAD_MAX = 1_024
/** With folders, in UTF-16 units. Paths on disk are shorter, but an archive may contain thousands of very long names. */
const NAME_MAX = 1_000
const LONG_NAME_SHOWN = 100
const STORED = 0
const DEFLATED = 8

interface Unpacked {
  files: RawFile[]
  pictures: RawFile[]
  /** `data.json` of our own export. */
  list: RawFile | null
  /** At most SKIPPED_LISTED_MAX entries. */
  skipped: SkippedFile[]
  /** How many more were skipped. */
  unlistedCount: number
}

/** Counts the files and bytes of one kind against its limits. */
function createAllowance(bounds: { fileBytes: number; files: number; bytes: number }) {
  let files = 0
  let bytes = 0
  return {
    /** Returns why a file of this size exceeds the limits; null if it does not. */
    check(size: number): 'tooLarge' | 'tooMany' | null {
      if (size > bounds.fileBytes) return 'tooLarge'
      files += 1
      bytes += size
      return files > bounds.files || bytes > bounds.bytes ? 'tooMany' : null
    },
  }
}

/**
 * Reads the texts and pictures of an archive within the limits. fflate never writes more than an entry's declared size. Throws if the
 * archive is invalid, broken or encrypted.
 */
export function readZip(archive: Uint8Array): Unpacked {
  const skipped: SkippedFile[] = []
  let unlistedCount = 0
  let hasList = false
  const names = new Set<string>()
  const texts = createAllowance({
    fileBytes: IMPORT_FILE_BYTES_MAX,
    files: IMPORT_FILES_MAX,
    bytes: IMPORT_UNPACKED_BYTES_MAX,
  })
  const pictures = createAllowance({
    fileBytes: PICTURE_BYTES_MAX,
    files: IMPORT_PICTURES_MAX,
    bytes: IMPORT_PICTURES_BYTES_MAX,
  })
  function skip(name: string, why: SkippedFile['why']): void {
    if (skipped.length < SKIPPED_LISTED_MAX) skipped.push({ name, why })
    else unlistedCount += 1
  }
  const contents = unzipSync(archive, {
    filter({ name, size, originalSize, compression }) {
      if (name.length > NAME_MAX) {
        skip(`${truncateText(decodeName(name), LONG_NAME_SHOWN)}…`, 'unreadable')
        return false
      }
      const path = pathOf(decodeName(name))
      const fileName = path?.join('/')
      if (path === null || fileName === undefined || name.endsWith('/')) return false
      const isText = isTextFile(fileName)
      const isSuspicious =
        size > originalSize + OVERHEAD_MAX || (compression !== STORED && compression !== DEFLATED)
      if (isListFile(path) && !hasList && !isSuspicious && originalSize <= IMPORT_UNPACKED_BYTES_MAX) {
        hasList = true
        return true
      }
      const why =
        !isText && !isPictureFile(fileName)
          ? skipReason(fileName)
          : isSuspicious
            ? 'unreadable'
            : names.has(name)
              ? 'sameName'
              : (isText ? texts : pictures).check(originalSize)
      if (why !== null) skip(fileName, why)
      else names.add(name)
      return why === null
    },
  })
  const files = Object.entries(contents).flatMap(([name, content]) => {
    const path = pathOf(decodeName(name))
    return path ? [{ path, content }] : []
  })
  const filesOfKind = (isOfKind: (name: string) => boolean) =>
    files.filter(({ path }) => isOfKind(path.at(-1) ?? ''))
  const list = files.find(({ path }) => isListFile(path)) ?? null
  return {
    files: filesOfKind(isTextFile),
    pictures: filesOfKind(isPictureFile),
    list,
    skipped,
    unlistedCount,
  }
}

/** Decodes names without a declared encoding: CP949 from Korean Windows, otherwise mostly UTF-8. */
function decodeName(name: string): string {
  const codes = Array.from(name, sign => sign.charCodeAt(0))
  if (codes.every(code => code < 0x80) || codes.some(code => code > 0xff)) return name
  const bytes = Uint8Array.from(codes)
  for (const encoding of ['utf-8', 'euc-kr']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // Try the next encoding.
    }
  }
  return name
}
