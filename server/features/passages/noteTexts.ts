import { LRUCache } from 'lru-cache'
import { noteText } from '#protocol/noteText.ts'
import { tooMany } from '#server/platform/errors.ts'
import type { Budgets } from '#server/platform/limits/keyedLimits.ts'

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

/** Returns the plain text of a version, in which the positions of passages count. Throws `tooMany` if none of the user's time is left. */
export type NoteTexts = (version: NoteVersion, userNo: number) => string

/**
 * Caches the plain texts: every highlight and comment on a passage needs one, and parsing takes milliseconds; seconds, if the parts of a
 * long series were crafted for it. So the time is limited per user.
 */
export function createNoteTexts(
  time: Budgets,
  toPlainText: (markdown: string) => string = noteText,
): NoteTexts {
  const cache = new LRUCache<string, string>({
    maxSize: CACHE_SIZE_MAX,
    sizeCalculation: text => text.length + ENTRY_SIZE,
  })
  return ({ noteNo, version, text }, userNo) => {
    const key = `${noteNo} ${version}`
    const known = cache.get(key)
    if (known !== undefined) return known
    const waitMs = time.waitMs(userNo)
    if (waitMs > 0) throw tooMany(waitMs)
    const startedAt = performance.now()
    const plainText = toPlainText(text)
    time.spend(userNo, performance.now() - startedAt)
    cache.set(key, plainText)
    return plainText
  }
}
