import { unzipSync } from 'fflate'
import {
  IMPORT_FILE_BYTES_MAX,
  IMPORT_FILES_MAX,
  IMPORT_PICTURES_BYTES_MAX,
  IMPORT_PICTURES_MAX,
  IMPORT_UNPACKED_BYTES_MAX,
  PICTURE_BYTES_MAX,
} from '#protocol/limits.ts'
import { shortened } from '#protocol/shortened.ts'
import {
  isListFile,
  isPictureFile,
  isTextFile,
  pathOf,
  type RawFile,
  SKIPPED_NAMED_MAX,
  type SkippedFile,
  whyNeither,
} from './import.files.ts'

/** Deflate makes nothing longer than this beside what it packs, in bytes: whatever is, lies about its size. */
const PACKING_MAX = 1_024
/** With its folders, in UTF-16 units; files on a disk have shorter ones, and an archive may hold thousands of very long ones. */
const NAME_MAX = 1_000
/** So much of one that is too long is shown. */
const NAME_SHOWN = 100
const STORED = 0
const DEFLATED = 8

export interface Unpacked {
  files: RawFile[]
  pictures: RawFile[]
  /** What our own export tells of itself. */
  list: RawFile | null
  /** The first of them, no more than SKIPPED_NAMED_MAX. */
  skipped: SkippedFile[]
  /** How many more are skipped. */
  unnamed: number
}

/** How much of a kind of files is taken, in files and bytes. */
function allowance(bounds: { fileBytes: number; files: number; bytes: number }) {
  let files = 0
  let bytes = 0
  return {
    /** Why a file of this size is not taken any more; null when it is. */
    take(size: number): 'tooLarge' | 'tooMany' | null {
      if (size > bounds.fileBytes) return 'tooLarge'
      files += 1
      bytes += size
      return files > bounds.files || bytes > bounds.bytes ? 'tooMany' : null
    },
  }
}

/**
 * What an archive holds of texts and pictures. Nothing beyond the bounds is unpacked: fflate writes no more than the size which an
 * entry claims. Throws when it is no archive, or a broken or locked one.
 */
export function readZip(archive: Uint8Array): Unpacked {
  const skipped: SkippedFile[] = []
  let unnamed = 0
  let hasList = false
  const texts = allowance({
    fileBytes: IMPORT_FILE_BYTES_MAX,
    files: IMPORT_FILES_MAX,
    bytes: IMPORT_UNPACKED_BYTES_MAX,
  })
  const pictures = allowance({
    fileBytes: PICTURE_BYTES_MAX,
    files: IMPORT_PICTURES_MAX,
    bytes: IMPORT_PICTURES_BYTES_MAX,
  })
  function skip(name: string, why: SkippedFile['why']): void {
    if (skipped.length < SKIPPED_NAMED_MAX) skipped.push({ name, why })
    else unnamed += 1
  }
  const contents = unzipSync(archive, {
    filter({ name, size, originalSize, compression }) {
      if (name.length > NAME_MAX) {
        skip(`${shortened(nameOf(name), NAME_SHOWN)}…`, 'unreadable')
        return false
      }
      const path = pathOf(nameOf(name))
      const fileName = path?.join('/')
      if (path === null || fileName === undefined || name.endsWith('/')) return false
      const isText = isTextFile(fileName)
      const isStrange =
        size > originalSize + PACKING_MAX || (compression !== STORED && compression !== DEFLATED)
      if (isListFile(path) && !hasList && !isStrange && originalSize <= IMPORT_UNPACKED_BYTES_MAX) {
        hasList = true
        return true
      }
      const why =
        !isText && !isPictureFile(fileName)
          ? whyNeither(fileName)
          : isStrange
            ? 'unreadable'
            : (isText ? texts : pictures).take(originalSize)
      if (why !== null) skip(fileName, why)
      return why === null
    },
  })
  const files = Object.entries(contents).flatMap(([name, content]) => {
    const path = pathOf(nameOf(name))
    return path ? [{ path, content }] : []
  })
  const named = (isOfKind: (name: string) => boolean) =>
    files.filter(({ path }) => isOfKind(path.at(-1) ?? ''))
  const list = files.find(({ path }) => isListFile(path)) ?? null
  return { files: named(isTextFile), pictures: named(isPictureFile), list, skipped, unnamed }
}

/** Older programs do not say how a name is written: on a Korean Windows as CP949, elsewhere mostly as UTF-8. */
function nameOf(name: string): string {
  const codes = Array.from(name, sign => sign.charCodeAt(0))
  if (codes.every(code => code < 0x80) || codes.some(code => code > 0xff)) return name
  const bytes = Uint8Array.from(codes)
  for (const encoding of ['utf-8', 'euc-kr']) {
    try {
      return new TextDecoder(encoding, { fatal: true }).decode(bytes)
    } catch {
      // The next one may fit.
    }
  }
  return name
}
