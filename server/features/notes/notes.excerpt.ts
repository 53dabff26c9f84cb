import { LRUCache } from 'lru-cache'
import { EXCERPT_SEARCH_LENGTH, excerptOf } from '#protocol/excerpt.ts'
import { NOTE_EXCERPT_MAX } from '#protocol/limits.ts'

/** One more character shows whether the text continues. */
export const BEGINNING_LENGTH = EXCERPT_SEARCH_LENGTH + 1
/** About 13 MB. The same lists are opened repeatedly, and finding grapheme boundaries is their slowest part. */
const CACHE_ENTRIES_MAX = 5_000

/** Characters of two UTF-16 units. */
const SURROGATE = /[\ud800-\udfff]/

/** Truncates like the database does. */
export function beginningOf(text: string): string {
  const units = text.slice(0, BEGINNING_LENGTH)
  if (!SURROGATE.test(units)) return units
  return [...text.slice(0, 2 * BEGINNING_LENGTH)].slice(0, BEGINNING_LENGTH).join('')
}

const cache = new LRUCache<string, string>({ max: CACHE_ENTRIES_MAX })

/** Excerpt without Markdown syntax; ends with an ellipsis if its paragraph continues. */
export function firstWordsOf(beginning: string): string {
  const cached = cache.get(beginning)
  if (cached !== undefined) return cached
  const read = [...beginning]
  const isPartitioned = read.length > EXCERPT_SEARCH_LENGTH
  const words = isPartitioned ? withLinkEnded(read.slice(0, EXCERPT_SEARCH_LENGTH).join('')) : beginning
  const { text, isAtEnd } = excerptOf(words)
  const signs = [...text]
  const goesOn = (isPartitioned && isAtEnd) || signs.length > NOTE_EXCERPT_MAX
  const visible = signs
    .slice(0, NOTE_EXCERPT_MAX - 1)
    .join('')
    .trimEnd()
  const excerpt = goesOn && visible !== '' ? `${visible}…` : signs.join('')
  cache.set(beginning, excerpt)
  return excerpt
}

/** Stored with each note, so that lists need not read texts. */
export interface StoredExcerpt {
  /** Version of the note to which it belongs: nodes of an earlier release save texts without it. */
  version: number
  text: string
}

export function excerptFieldOf({ text, version }: { text: string; version: number }): {
  excerpt: StoredExcerpt
} {
  return { excerpt: { version, text: firstWordsOf(beginningOf(text)) } }
}

/** As the database returns it (`IN_LIST`): `beginning` if the stored excerpt is missing or outdated. */
export type WithExcerpt =
  | { beginning?: undefined; excerpt: StoredExcerpt }
  | { beginning: string; excerpt?: StoredExcerpt }

export const excerptOfListed = (note: WithExcerpt): string =>
  note.beginning === undefined ? note.excerpt.text : firstWordsOf(note.beginning)

/** Completes a link or picture that was cut off, so that its address is hidden. */
const withLinkEnded = (text: string) => text.replace(/\[[^[\]\n]*$/, '$&](').replace(/\]\([^()\n]*$/, '$&)')
