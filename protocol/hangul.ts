/** What Hangul is made of, as far as looking for words needs it. */

export const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
export const FIRST_SYLLABLE = '가'.charCodeAt(0)
export const LAST_SYLLABLE = '힣'.charCodeAt(0)
export const SYLLABLES_PER_INITIAL = 588
/** Of the syllables that differ by it alone, in their order; the first of them has none. */
const FINALS = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ']
const SYLLABLES_PER_VOWEL = FINALS.length

/** Two consonants that an input method writes as one sign while no vowel follows. */
export const CLUSTERS: Readonly<Record<string, string>> = {
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

/** The syllables that begin with a consonant, and the consonant itself, as a pattern; null for any other sign. */
export function syllablesOf(sign: string): string | null {
  const place = INITIALS.indexOf(sign)
  if (place < 0) return null
  const first = FIRST_SYLLABLE + place * SYLLABLES_PER_INITIAL
  return `[${sign}${rangeOf(first, SYLLABLES_PER_INITIAL)}]`
}

/**
 * What a syllable at the end of a text may become while it is typed, as a pattern: without a final consonant it may get one,
 * and its final consonant may begin the next syllable. Null for any other sign.
 */
export function unfinished(sign: string): string | null {
  const code = sign.charCodeAt(0)
  if (code < FIRST_SYLLABLE || code > LAST_SYLLABLE) return null
  const final = FINALS[(code - FIRST_SYLLABLE) % SYLLABLES_PER_VOWEL] ?? ''
  const open = code - ((code - FIRST_SYLLABLE) % SYLLABLES_PER_VOWEL)
  if (final === '') return `[${rangeOf(open, SYLLABLES_PER_VOWEL)}]`
  const next = syllablesOf(final)
  return next === null ? sign : `(?:${sign}|${String.fromCharCode(open)}${next})`
}

function rangeOf(first: number, count: number): string {
  return `${String.fromCharCode(first)}-${String.fromCharCode(first + count - 1)}`
}

/** A sign that means itself in a pattern. */
export function literally(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
}
