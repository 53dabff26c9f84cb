import { LRUCache } from 'lru-cache'
import { NOTE_EXCERPT_MAX } from '#protocol/limits.ts'
import { toSingleLine } from '#protocol/toSingleLine.ts'

/** How much of a text an excerpt is cut from, in code points: signs of markdown and addresses of links are not shown. */
const READ_LENGTH = 300
/** One more tells whether the text goes on. */
export const BEGINNING_LENGTH = READ_LENGTH + 1
/** Some 4 MB. The same lists are opened over and over, and reading the signs of a page takes longer than all else. */
const KEPT = 5_000

/** Of what takes two units. */
const SURROGATE = /[\ud800-\udfff]/

/** As the database cuts it, of a text that is at hand. */
export function beginningOf(text: string): string {
  const units = text.slice(0, BEGINNING_LENGTH)
  if (!SURROGATE.test(units)) return units
  return [...text.slice(0, 2 * BEGINNING_LENGTH)].slice(0, BEGINNING_LENGTH).join('')
}

const kept = new LRUCache<string, string>({ max: KEPT })

/** The first words of a text, without markdown signs; that there are more is told by their end. */
export function firstWordsOf(beginning: string): string {
  const known = kept.get(beginning)
  if (known !== undefined) return known
  const read = [...beginning]
  const isPartitioned = read.length > READ_LENGTH
  const words = isPartitioned ? withLinkEnded(read.slice(0, READ_LENGTH).join('')) : beginning
  const signs = [...toSingleLine(words)]
  const goesOn = isPartitioned || signs.length > NOTE_EXCERPT_MAX
  const shown = signs
    .slice(0, NOTE_EXCERPT_MAX - 1)
    .join('')
    .trimEnd()
  const excerpt = goesOn && shown !== '' ? `${shown}…` : signs.join('')
  kept.set(beginning, excerpt)
  return excerpt
}

/** A link or a picture that was cut off is one all the same: its address is not shown. */
const withLinkEnded = (text: string) => text.replace(/\[[^[\]\n]*$/, '$&](').replace(/\]\([^()\n]*$/, '$&)')
