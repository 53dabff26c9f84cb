import { LRUCache } from 'lru-cache'
import { noteText } from '#protocol/noteText.ts'

/** In characters; at most 16 MB. */
const CACHE_SIZE_MAX = 8_000_000
/** Size of an entry without its text, in characters. */
const ENTRY_SIZE = 100

/** A text of a note at a version, which never changes. */
export interface NoteVersion {
  noteNo: number
  version: number
  /** Markdown. */
  text: string
}

/** Returns the plain text of a version, in which the positions of passages count. */
export type NoteTexts = (version: NoteVersion) => string

/** Caches the plain texts: every highlight and comment on a passage needs one, and parsing takes milliseconds. */
export function createNoteTexts(toPlainText: (markdown: string) => string = noteText): NoteTexts {
  const cache = new LRUCache<string, string>({
    maxSize: CACHE_SIZE_MAX,
    sizeCalculation: text => text.length + ENTRY_SIZE,
  })
  return ({ noteNo, version, text }) => {
    const key = `${noteNo} ${version}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const plainText = toPlainText(text)
    cache.set(key, plainText)
    return plainText
  }
}
