import { toNfc, toNfkd } from './normalization.ts'

/** Decomposition of Hangul for search. */

export const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
export const FIRST_SYLLABLE = '가'.charCodeAt(0)
export const LAST_SYLLABLE = '힣'.charCodeAt(0)
export const SYLLABLES_PER_INITIAL = 588
/** Final consonants in the order of the syllables; the first is none. */
const FINALS = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ']
const SYLLABLES_PER_VOWEL = FINALS.length

/** Consonant clusters that an input method combines while no vowel follows. */
const CLUSTERS: Readonly<Record<string, string>> = {
  ㄳ: 'ㄱㅅ',
  ㄵ: 'ㄴㅈ',
  ㄶ: 'ㄴㅎ',
  ㄺ: 'ㄹㄱ',
  ㄻ: 'ㄹㅁ',
  ㄼ: 'ㄹㅂ',
  ㄽ: 'ㄹㅅ',
  ㄾ: 'ㄹㅌ',
  ㄿ: 'ㄹㅍ',
  ㅀ: 'ㄹㅎ',
  ㅄ: 'ㅂㅅ',
}

/** A pattern for a consonant and all syllables that begin with it; null for any other character. */
export function syllablesOf(sign: string): string | null {
  const place = INITIALS.indexOf(sign)
  if (place < 0) return null
  const first = FIRST_SYLLABLE + place * SYLLABLES_PER_INITIAL
  return `[${sign}${rangeOf(first, SYLLABLES_PER_INITIAL)}]`
}

/**
 * A pattern for what the last syllable of a text may become during typing: without a final consonant it may get one, and its final
 * consonant may start the next syllable. Null for any other character.
 */
function completionPattern(sign: string): string | null {
  const code = sign.charCodeAt(0)
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return null
  const final = FINALS[(code - FIRST_SYLLABLE) % SYLLABLES_PER_VOWEL] ?? ''
  const open = code - ((code - FIRST_SYLLABLE) % SYLLABLES_PER_VOWEL)
  if (final === '') return `[${rangeOf(open, SYLLABLES_PER_VOWEL)}]`
  const next = syllablesOf(final)
  return next === null ? sign : `(?:${sign}|${String.fromCharCode(open)}${next})`
}

/** A pattern for search texts that contain a query whose last syllable may be unfinished. Initial consonants stand for syllables. */
export function typingPattern(query: string): RegExp {
  const characters = [...searchTextOf(toNfc(query))]
  const patterns = characters.map(
    (character, at) =>
      syllablesOf(character) ??
      (at === characters.length - 1 ? completionPattern(character) : null) ??
      escapeForRegExp(character),
  )
  return new RegExp(patterns.join(''))
}

function rangeOf(first: number, count: number): string {
  return `${String.fromCharCode(first)}-${String.fromCharCode(first + count - 1)}`
}

/** Escapes a character for a regular expression. */
export function escapeForRegExp(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
}

/** A text as search compares it, with the source of character of its units. */
interface SearchText {
  text: string
  /** For character UTF-16 unit of the search text: the start and end of its source character. */
  places: readonly { start: number; end: number }[]
}

/** Spaces and invisible characters. */
const IGNORED = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u
/** Accents of any alphabet. Voicing marks of kana and vowel signs create different letters and stay. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const CONJOINING_JAMO = /[\u1100-\u11ff]/
const DASH = /^(?:\p{Pd}|\u2212)$/u

/** Characters that look alike without a compatibility decomposition. */
const LOOKALIKES = new Map(
  Object.entries({
    "'": '‘’‚‛′‵ʼʹ`´',
    '"': '“”„‟″‶',
    '~': '〜∼',
    '·': '・‧•∙ㆍᆞ⋅',
    o: 'ø',
    l: 'ł',
    d: 'đð',
    h: 'ħ',
    i: 'ı',
    ae: 'æ',
    oe: 'œ',
  }).flatMap(([plain, signs]) => Array.from(signs, sign => [sign, plain] as const)),
)

/** Compatibility jamo, as keyboards write them. */
const COMPATIBLE_JAMO = new Map(
  Array.from({ length: 0x318e - 0x3131 + 1 }, (_, index) => String.fromCharCode(0x3131 + index)).map(
    jamo => [toNfkd(jamo), jamo] as const,
  ),
)

/** In UTF-16 units. Some characters decompose into whole sentences, which would make the search text many times longer. */
const DECOMPOSED_MAX = 6

/** Only for the Basic Multilingual Plane, to limit its size. */
const cache = new Map<string, string>()

function searchFormOf(sign: string): string {
  const cached = cache.get(sign)
  if (cached !== undefined) return cached
  const searchForm = computeSearchForm(sign)
  if (sign.length === 1) cache.set(sign, searchForm)
  return searchForm
}

function computeSearchForm(sign: string): string {
  if (IGNORED.test(sign)) return ''
  if (DASH.test(sign)) return '-'
  const lookalike = LOOKALIKES.get(sign)
  if (lookalike !== undefined) return lookalike
  const decomposed = toNfkd(sign)
  if (CONJOINING_JAMO.test(decomposed)) {
    const composed = toNfc(decomposed)
    return Array.from(composed, jamo => {
      const single = COMPATIBLE_JAMO.get(jamo) ?? jamo
      return CLUSTERS[single] ?? single
    }).join('')
  }
  // Via upper case, so that ß equals ss and both sigmas are equal.
  const lowerCase = toNfkd(decomposed.replace(ACCENTS, '').toUpperCase().toLowerCase()).replace(ACCENTS, '')
  const searchForm = Array.from(lowerCase, character =>
    DASH.test(character) ? '-' : (LOOKALIKES.get(character) ?? character),
  )
    .filter(character => !IGNORED.test(character))
    .join('')
  return searchForm.length > DECOMPOSED_MAX ? sign : searchForm
}

/**
 * Normalizes a text for search: removes spaces, invisible characters, accents and case, and unifies widths, quotation marks,
 * dashes and jamo. `text` is in NFC. Both the query and the searched text use it.
 */
export function searchTextOf(text: string): string {
  // Fast path for Hangul, which stays the same.
  return text.replace(/[^가-힣a-z0-9]+/g, signs => Array.from(signs, searchFormOf).join(''))
}

/** Like `searchTextOf`, with positions for highlighting hits in the original text. */
export function searchTextWithPlaces(text: string): SearchText {
  const places: { start: number; end: number }[] = []
  let searchText = ''
  let start = 0
  for (const sign of text) {
    const end = start + sign.length
    const units = searchFormOf(sign)
    searchText += units
    for (let unit = 0; unit < units.length; unit += 1) places.push({ start, end })
    // An accent belongs to the previous letter.
    const last = places.at(-1)
    if (units === '' && last?.end === start && /\p{M}/u.test(sign)) last.end = end
    start = end
  }
  return { text: searchText, places }
}
