import { toNfc } from '#protocol/normalization.ts'

/** Files as people choose them, and as they lie in archives. */

export interface RawFile {
  /** Its folders, the outermost first, and its name. */
  path: readonly string[]
  content: Uint8Array
}

export interface TextFile {
  path: readonly string[]
  text: string
}

export interface PictureFile {
  path: readonly string[]
  file: Blob
}

export interface SkippedFile {
  name: string
  why: 'notText' | 'pictureType' | 'pictureUnused' | 'unreadable' | 'tooLarge' | 'tooMany' | 'empty'
}

/** An archive may hold millions; nobody reads more names than these. */
export const SKIPPED_NAMED_MAX = 200

/** What our own export holds beside the notes. */
const LIST_FILE = 'data.json'
const TEXT_FILE = /\.(?:md|markdown|txt)$/i
const ARCHIVE = /\.zip$/i
const PICTURE_FILE = /\.(?:png|jpe?g|gif|webp)$/i
/** Pictures, but none that notes can hold. */
const OTHER_PICTURE_FILE = /\.(?:avif|hei[cf]|svg|bmp|tiff?)$/i

export const isTextFile = (name: string) => TEXT_FILE.test(name)
export const isPictureFile = (name: string) => PICTURE_FILE.test(name)
/** Why a file that is neither text nor picture is left out. */
export const whyNeither = (name: string) => (OTHER_PICTURE_FILE.test(name) ? 'pictureType' : 'notText')
export const isListFile = (path: readonly string[]) => path.at(-1) === LIST_FILE && path.length <= 2
export const isArchive = (name: string) => ARCHIVE.test(name)
export const withoutExtension = (name: string) => name.replace(TEXT_FILE, '')

/** Harmless, and as people see it; null for what programs put beside people's files. */
export function pathOf(name: string): string[] | null {
  const parts = toNfc(name)
    .split(/[/\\]/)
    .filter(part => part !== '' && part !== '.' && part !== '..')
  return parts.length === 0 || parts.some(part => part.startsWith('.')) ? null : parts
}
