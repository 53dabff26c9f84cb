import { toNfc } from '#protocol/normalization.ts'
import type { MarkedText } from '#protocol/noteFinding.ts'

/** What a query finds. A pattern means the same to MongoDB as to JavaScript. */
export interface FindPatterns {
  title: RegExp
  text: RegExp
}

const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
const FIRST_SYLLABLE = '가'.charCodeAt(0)
const SYLLABLES_PER_INITIAL = 588

/**
 * A query finds itself, whatever the case and however much white space lies between its words. In a title a lone
 * initial consonant also stands for every syllable that begins with it: ㅎㅇㄹ finds 회의록.
 */
export function findPatterns(query: string): FindPatterns {
  const characters = [...toNfc(query).trim().replace(/\s+/g, ' ')]
  // Matching without regard to case costs twice as much, and Hangul has none.
  const flags = characters.some(hasCase) ? 'i' : ''
  return {
    title: new RegExp(
      characters.map(character => syllables(character) ?? literally(character)).join(''),
      flags,
    ),
    text: new RegExp(characters.map(literally).join(''), flags),
  }
}

function hasCase(character: string): boolean {
  return character.toLowerCase() !== character.toUpperCase()
}

function literally(character: string): string {
  if (character === ' ') return '\\s+'
  return character.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
}

/** The syllables that begin with a consonant, and the consonant itself. */
function syllables(character: string): string | null {
  const place = INITIALS.indexOf(character)
  if (place < 0) return null
  const first = FIRST_SYLLABLE + place * SYLLABLES_PER_INITIAL
  const last = first + SYLLABLES_PER_INITIAL - 1
  return `[${character}${String.fromCharCode(first)}-${String.fromCharCode(last)}]`
}

/** How much of a text is shown around a hit, in UTF-16 units. */
export interface Around {
  before: number
  after: number
}

/** The first hit and what stands around it, in one line; the beginning of the text where there is no hit. */
export function markedIn(text: string, pattern: RegExp, around: Around): MarkedText {
  const found = pattern.exec(text)
  const start = found?.index ?? 0
  const end = start + (found?.[0].length ?? 0)
  const from = Math.max(0, start - around.before)
  const to = Math.min(text.length, end + around.after)
  return {
    before: from > 0 ? `…${inOneLine(text.slice(from, start))}` : inOneLine(text.slice(0, start)).trimStart(),
    hit: inOneLine(text.slice(start, end)),
    after: inOneLine(text.slice(end, to)).trimEnd() + (to < text.length ? '…' : ''),
  }
}

const HALF_CHARACTERS = /^[\uDC00-\uDFFF]|[\uD800-\uDBFF]$/g

function inOneLine(piece: string): string {
  return piece.replace(HALF_CHARACTERS, '').replace(/\s+/g, ' ')
}
