import { toNfc } from '#protocol/normalization.ts'

/** Types and name rules for chosen files and archive entries. */

export interface RawFile {
  /** The folders, outermost first, and the file name. */
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
  why:
    | 'notText'
    | 'pictureType'
    | 'pictureUnused'
    | 'unreadable'
    | 'sameName'
    | 'tooLarge'
    | 'tooMany'
    | 'empty'
}

/** An archive may contain millions of files. */
export const SKIPPED_LISTED_MAX = 200

/** The list of topics and notes in our own export. */
const LIST_FILE = 'data.json'
const TEXT_FILE = /\.(?:md|markdown|txt)$/i
const ARCHIVE = /\.zip$/i
const PICTURE_FILE = /\.(?:png|jpe?g|gif|webp)$/i
/** Picture formats that notes do not support. */
const OTHER_PICTURE_FILE = /\.(?:avif|hei[cf]|svg|bmp|tiff?)$/i

export const isTextFile = (name: string) => TEXT_FILE.test(name)
export const isPictureFile = (name: string) => PICTURE_FILE.test(name)
/** Why a file that is neither a text nor a supported picture is skipped. */
export const skipReason = (name: string) => (OTHER_PICTURE_FILE.test(name) ? 'pictureType' : 'notText')
export const isListFile = (path: readonly string[]) => path.at(-1) === LIST_FILE && path.length <= 2
export const isArchive = (name: string) => ARCHIVE.test(name)
export const withoutExtension = (name: string) => name.replace(TEXT_FILE, '')

/** A safe, normalized path; null for hidden and system files. */
export function pathOf(name: string): string[] | null {
  const parts = toNfc(name)
    .split(/[/\\]/)
    .filter(part => part !== '' && part !== '.' && part !== '..')
  return parts.length === 0 || parts.some(part => part.startsWith('.')) ? null : parts
}
