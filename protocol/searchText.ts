import { CLUSTERS } from './hangul.ts'
import { toNfc, toNfkd } from './normalization.ts'

/** A text as search compares it, and where each of its units comes from. */
export interface SearchText {
  text: string
  /** Of each UTF-16 unit of the search text: where the sign that it comes from begins and ends. */
  places: readonly { start: number; end: number }[]
}

/** Blanks and signs that leave no ink. */
const IGNORED = /[\s\p{Default_Ignorable_Code_Point}\p{Cc}\p{Cf}\u2800]/u
/** Accents and what else is put on letters of any alphabet. Voicing marks of kana and vowel signs make other letters and stay. */
const ACCENTS = /[\u0300-\u036f\u1ab0-\u1aff\u1dc0-\u1dff\u20d0-\u20ff\ufe20-\ufe2f]/g
const CONJOINING_JAMO = /[\u1100-\u11ff]/
const DASH = /^(?:\p{Pd}|\u2212)$/u

/** What looks alike, and has no decomposition that says so. */
const ALIKE = new Map(
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

/** Jamo that stand alone, as the keyboard writes them. */
const COMPATIBLE_JAMO = new Map(
  Array.from({ length: 0x318e - 0x3131 + 1 }, (_, index) => String.fromCharCode(0x3131 + index)).map(
    jamo => [toNfkd(jamo), jamo] as const,
  ),
)

/** In UTF-16 units. Some signs decompose into whole sentences; a search text of these would be many times as long as its note. */
const DECOMPOSED_MAX = 6

/** Of the Basic Multilingual Plane alone, so that it stays small. */
const remembered = new Map<string, string>()

function searchSign(sign: string): string {
  const known = remembered.get(sign)
  if (known !== undefined) return known
  const made = makeSearchSign(sign)
  if (sign.length === 1) remembered.set(sign, made)
  return made
}

function makeSearchSign(sign: string): string {
  if (IGNORED.test(sign)) return ''
  if (DASH.test(sign)) return '-'
  const alike = ALIKE.get(sign)
  if (alike !== undefined) return alike
  const decomposed = toNfkd(sign)
  if (CONJOINING_JAMO.test(decomposed)) {
    const composed = toNfc(decomposed)
    return Array.from(composed, jamo => {
      const single = COMPATIBLE_JAMO.get(jamo) ?? jamo
      return CLUSTERS[single] ?? single
    }).join('')
  }
  // By the capital, so that ß is ss and both sigmas are one.
  const low = toNfkd(decomposed.replace(ACCENTS, '').toUpperCase().toLowerCase()).replace(ACCENTS, '')
  const made = Array.from(low, each => (DASH.test(each) ? '-' : (ALIKE.get(each) ?? each)))
    .filter(each => !IGNORED.test(each))
    .join('')
  return made.length > DECOMPOSED_MAX ? sign : made
}

/**
 * A text as it is searched: what looks the same is the same. Without blanks, invisible signs, accents and case, with one form of each
 * width, quotation mark, dash and jamo. `text`: NFC. The query and the text that is searched both go through this, everywhere.
 */
export function searchTextOf(text: string): string {
  // Most of a note is Hangul, which stays as it is.
  return text.replace(/[^가-힣a-z0-9]+/g, signs => Array.from(signs, searchSign).join(''))
}

/** The same, for marking in the original text what was found. */
export function searchTextWithPlaces(text: string): SearchText {
  const places: { start: number; end: number }[] = []
  let searched = ''
  let start = 0
  for (const sign of text) {
    const end = start + sign.length
    const units = searchSign(sign)
    searched += units
    for (let unit = 0; unit < units.length; unit += 1) places.push({ start, end })
    // An accent belongs to the letter before it.
    const last = places.at(-1)
    if (units === '' && last?.end === start && /\p{M}/u.test(sign)) last.end = end
    start = end
  }
  return { text: searched, places }
}
