import {
  FIRST_SYLLABLE,
  INITIALS,
  LAST_SYLLABLE,
  literally,
  SYLLABLES_PER_INITIAL,
  syllablesOf,
} from '#protocol/hangul.ts'
import { searchTextOf } from '#protocol/searchText.ts'

/** What a note is found by, stored with it: its title and its text in one line each, folded. */
export interface SearchFields {
  text: string
  /** The same as letters that stand for initial consonants, so that these are looked for as quickly as words. */
  initials: string
}

/** One for each initial consonant; one byte, where a consonant takes three. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRS'
const LETTER_OF_INITIAL = new Map([...INITIALS].map((sign, place) => [sign.charCodeAt(0), LETTERS[place]]))

const ANY_INITIAL = new RegExp(`[${INITIALS}]`)

export function searchFieldsOf({ title, text }: { title: string; text: string }): SearchFields {
  const [inTitle, inText] = [searchTextOf(title), searchTextOf(text)]
  return { text: `${inTitle}\n${inText}`, initials: `${initialsOf(inTitle)}\n${initialsOf(inText)}` }
}

/** The letter of each initial consonant in a folded text; a full stop for whatever stands between Hangul. */
export function initialsOf(folded: string): string {
  let letters = ''
  let isBetween = false
  for (let place = 0; place < folded.length; place += 1) {
    const letter = letterOf(folded.charCodeAt(place))
    if (letter !== undefined || !isBetween) letters += letter ?? '.'
    isBetween = letter === undefined
  }
  return letters
}

/** By a sign's code in UTF-16. */
function letterOf(code: number): string | undefined {
  const isSyllable = code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE
  return isSyllable
    ? LETTERS[Math.floor((code - FIRST_SYLLABLE) / SYLLABLES_PER_INITIAL)]
    : LETTER_OF_INITIAL.get(code)
}

/** One word of a query, folded, by what it is looked for. */
export type Word = { pattern: RegExp } & (
  | { kind: 'literal'; folded: string }
  /** Nothing but initial consonants, as letters. */
  | { kind: 'initials'; letters: string }
  /** As while somebody types: the last syllable begins with a consonant. `part`: the longest that is looked for as it is. */
  | { kind: 'mixed'; part: string }
)

/** Each once. The patterns are for folded texts, and mean the same to MongoDB as to JavaScript. */
export function wordsOf(query: string): Word[] {
  const folded = [...new Set(query.split(/\s+/).map(searchTextOf))].filter(word => word !== '')
  // A query of nothing that is searched, as a single accent, finds nothing.
  return (folded.length > 0 ? folded : [query]).map(wordOf)
}

function wordOf(folded: string): Word {
  const signs = [...folded]
  const pattern = new RegExp(signs.map(sign => syllablesOf(sign) ?? literally(sign)).join(''), 'g')
  const isInitial = (sign: string) => INITIALS.includes(sign)
  if (!signs.some(isInitial)) return { kind: 'literal', folded, pattern }
  if (!signs.every(isInitial)) return { kind: 'mixed', part: longestOf(folded.split(ANY_INITIAL)), pattern }
  return { kind: 'initials', letters: initialsOf(folded), pattern }
}

const longestOf = (parts: readonly string[]) =>
  parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
