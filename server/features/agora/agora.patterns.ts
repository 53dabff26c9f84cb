import { escapeForRegExp, searchTextOf, syllablesOf } from '#protocol/searchText.ts'

/**
 * Invisible characters and accents that may stand between two letters. Written as characters because MongoDB patterns
 * do not support \u escapes.
 */
const BETWEEN =
  '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0]*'

/** Characters that equal their search text: ideographs, syllables and surrogates. */
const AS_THEY_ARE = /[\u3400-\u9fff\uac00-\uf8ff]/
const LAST_SIGN = 0xffff
/** Maximum number of letters in one character, as in the ligature ffi. */
const LETTERS_MAX = 3
/** Below MongoDB's limit for patterns in bytes, with room for the literal word. */
const PATTERN_BYTES_MAX = 32_000

/** Characters by search text. */
let signsBySearchText: ReadonlyMap<string, string> | undefined

function signsOf(searchText: string): string {
  signsBySearchText ??= allSigns()
  return signsBySearchText.get(searchText) ?? ''
}

function allSigns(): ReadonlyMap<string, string> {
  const signs = new Map<string, string>()
  for (let code = 0; code <= LAST_SIGN; code += 1) {
    const sign = String.fromCharCode(code)
    const text = AS_THEY_ARE.test(sign) ? sign : searchTextOf(sign)
    if (text !== sign && text !== '' && text.length <= LETTERS_MAX)
      signs.set(text, (signs.get(text) ?? '') + sign)
  }
  return signs
}

/**
 * Pattern for a word, for MongoDB and JavaScript: matches the word and its lookalikes, case-insensitively. A single
 * initial consonant also matches every syllable that begins with it, so ㅎㅇㄹ matches 회의록. Opinions have no stored
 * search text, so the pattern lists every variant of each letter; a word of rare characters is truncated. `word` is
 * NFC.
 */
export function patternOf(word: string): RegExp {
  const letters = [...searchTextOf(word)]
  const parts: string[] = []
  let bytes = 0
  for (let at = 0; at < letters.length; ) {
    const count = [...Array(LETTERS_MAX).keys()]
      .map(index => LETTERS_MAX - index)
      .find(length => length === 1 || signsOf(letters.slice(at, at + length).join('')) !== '')
    const group = letters.slice(at, at + (count ?? 1))
    const each = group.map(letterPattern).join(BETWEEN)
    const part = group.length === 1 ? each : `(?:${each}|${anyOf(signsOf(group.join('')))})`
    bytes += Buffer.byteLength(part + BETWEEN)
    if (bytes > PATTERN_BYTES_MAX) break
    parts.push(part)
    at += group.length
  }
  const asWritten = [...word].map(escapeForRegExp).join('')
  return new RegExp(parts.length > 0 ? `${parts.join(BETWEEN)}|${asWritten}` : asWritten)
}

function letterPattern(letter: string): string {
  const alike = [...signsOf(letter)].map(escapeForRegExp).join('')
  const syllables = syllablesOf(letter)
  if (syllables !== null) return `${syllables.slice(0, -1)}${alike}]`
  return alike === '' ? escapeForRegExp(letter) : `[${escapeForRegExp(letter)}${alike}]`
}

function anyOf(signs: string): string {
  return `[${[...signs].map(escapeForRegExp).join('')}]`
}
