import { LRUCache } from 'lru-cache'
import { NOTE_EXCERPT_MAX } from '#protocol/limits.ts'
import { plainText } from '#protocol/plainText.ts'

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
  const isCut = read.length > READ_LENGTH
  const words = isCut ? withLinkEnded(read.slice(0, READ_LENGTH).join('')) : beginning
  const signs = [...inOneLine(words)]
  const goesOn = isCut || signs.length > NOTE_EXCERPT_MAX
  const shown = signs
    .slice(0, NOTE_EXCERPT_MAX - 1)
    .join('')
    .trimEnd()
  const excerpt = goesOn && shown !== '' ? `${shown}…` : signs.join('')
  kept.set(beginning, excerpt)
  return excerpt
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/gm
const TABLE_ROW = /^ {0,3}\|.*$/gm
const ONLY_RULES = /^[-:| \t]*$/
const CELL_END = /(?<!\\)\|/g
const DOTS = /(?:· ){2,}/g
const DOTS_AT_ENDS = /^(?:· )+|(?: ·)+$/g

/** What stands below one another in a text, points, cells and sections, parted by a dot: in one line it would run together. */
function inOneLine(text: string): string {
  const parted = text
    .replace(ITEM, '· ')
    .replace(HEADING, '· $1 ·')
    .replace(TABLE_ROW, row => (ONLY_RULES.test(row) ? '' : row.replace(CELL_END, ' · ')))
  return plainText(parted).replace(DOTS, '· ').replace(DOTS_AT_ENDS, '')
}

/** A link or a picture that was cut off is one all the same: its address is not shown. */
const withLinkEnded = (text: string) => text.replace(/\[[^[\]\n]*$/, '$&](').replace(/\]\([^()\n]*$/, '$&)')
