import { foldedWordsOf, patternOfWord } from '#protocol/searchHits.ts'
import {
  FIRST_SYLLABLE,
  INITIALS,
  LAST_SYLLABLE,
  SYLLABLES_PER_INITIAL,
  searchTextOf,
} from '#protocol/searchText.ts'

/** Search fields stored with a note: folded title and text, each on one line. */
export interface SearchFields {
  text: string
  /** Initial consonants as letters, so that they are searched as fast as words. */
  initials: string
}

/** One byte per initial consonant, which takes three itself. */
const LETTERS = 'ABCDEFGHIJKLMNOPQRS'
const LETTER_OF_INITIAL = new Map([...INITIALS].map((sign, index) => [sign.charCodeAt(0), LETTERS[index]]))

const ANY_INITIAL = new RegExp(`[${INITIALS}]`)

export function searchFieldsOf({ title, text }: { title: string; text: string }): SearchFields {
  const [inTitle, inText] = [searchTextOf(title), searchTextOf(text)]
  return { text: `${inTitle}\n${inText}`, initials: `${initialsOf(inTitle)}\n${initialsOf(inText)}` }
}

/** Letters for the initial consonants of a folded text, and full stops between Hangul. */
export function initialsOf(folded: string): string {
  let letters = ''
  let isBetween = false
  for (let index = 0; index < folded.length; index += 1) {
    const letter = letterOf(folded.charCodeAt(index))
    if (letter !== undefined || !isBetween) letters += letter ?? '.'
    isBetween = letter === undefined
  }
  return letters
}

/** By UTF-16 code unit. */
function letterOf(code: number): string | undefined {
  const isSyllable = code >= FIRST_SYLLABLE && code <= LAST_SYLLABLE
  return isSyllable
    ? LETTERS[Math.floor((code - FIRST_SYLLABLE) / SYLLABLES_PER_INITIAL)]
    : LETTER_OF_INITIAL.get(code)
}

/** A folded word of a query, and how to search it. */
export type Word = { pattern: RegExp } & (
  | { kind: 'literal'; folded: string }
  /** Nothing but initial consonants, as letters. */
  | { kind: 'initials'; letters: string }
  /** As while somebody types: the last syllable begins with a consonant. `part`: the longest that is looked for as it is. */
  | { kind: 'mixed'; part: string }
)

/** Without duplicates. */
export function wordsOf(query: string): Word[] {
  return foldedWordsOf(query).map(wordOf)
}

function wordOf(folded: string): Word {
  const signs = [...folded]
  const pattern = patternOfWord(folded)
  const isInitial = (sign: string) => INITIALS.includes(sign)
  if (!signs.some(isInitial)) return { kind: 'literal', folded, pattern }
  if (!signs.every(isInitial)) return { kind: 'mixed', part: longestOf(folded.split(ANY_INITIAL)), pattern }
  return { kind: 'initials', letters: initialsOf(folded), pattern }
}

const longestOf = (parts: readonly string[]) =>
  parts.reduce((longest, part) => (part.length > longest.length ? part : longest), '')
