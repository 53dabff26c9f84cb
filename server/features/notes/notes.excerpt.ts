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

/** Completes a link or picture that was cut off, so that its address is hidden. */
const withLinkEnded = (text: string) => text.replace(/\[[^[\]\n]*$/, '$&](').replace(/\]\([^()\n]*$/, '$&)')
