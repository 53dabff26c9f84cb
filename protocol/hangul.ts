/** Decomposition of Hangul for search. */

export const INITIALS = 'ㄱㄲㄴㄷㄸㄹㅁㅂㅃㅅㅆㅇㅈㅉㅊㅋㅌㅍㅎ'
export const FIRST_SYLLABLE = '가'.charCodeAt(0)
export const LAST_SYLLABLE = '힣'.charCodeAt(0)
export const SYLLABLES_PER_INITIAL = 588
/** Final consonants in the order of the syllables; the first is none. */
const FINALS = ['', ...'ㄱㄲㄳㄴㄵㄶㄷㄹㄺㄻㄼㄽㄾㄿㅀㅁㅂㅄㅅㅆㅇㅈㅊㅋㅌㅍㅎ']
const SYLLABLES_PER_VOWEL = FINALS.length

/** Consonant clusters that an input method combines while no vowel follows. */
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
export function completionPattern(sign: string): string | null {
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

/** Escapes a character for a regular expression. */
export function escapeForRegExp(sign: string): string {
  return sign.replace(/[\\^$.*+?()[\]{}|/-]/, '\\$&')
}
