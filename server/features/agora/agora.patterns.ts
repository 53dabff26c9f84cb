import { literally, syllablesOf } from '#protocol/hangul.ts'
import { searchTextOf } from '#protocol/searchText.ts'

/** Invisible signs and accents, which may stand between any two letters of a text. As signs, since MongoDB reads no \u in a pattern. */
const BETWEEN =
  '[\u00ad\u0300-\u036f\u061c\u115f\u1160\u180b-\u180f\u1ab0-\u1aff\u1dc0-\u1dff\u200b-\u200f\u202a-\u202e\u2060-\u206f\u20d0-\u20ff\u3164\ufe00-\ufe0f\ufe20-\ufe2f\ufeff\uffa0]*'

/** Signs that are their own search text: ideographs, syllables and surrogates. */
const AS_THEY_ARE = /[\u3400-\u9fff\uac00-\uf8ff]/
const LAST_SIGN = 0xffff
/** The most letters that one sign stands for in a pattern, as ffi in a ligature. */
const LETTERS_MAX = 3
/** MongoDB takes no longer patterns. In bytes, with some room for the word as it is written. */
const PATTERN_BYTES_MAX = 32_000

/** By search text, the signs that have it. */
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
 * What a word finds, in MongoDB as in JavaScript: itself and what looks the same, whatever the case. A lone initial consonant also
 * stands for every syllable that begins with it, so ㅎㅇㄹ finds 회의록. Opinions have no stored search text, so the pattern names every
 * sign that a letter of the word may be; of a word of rare signs it takes the beginning. `word`: NFC.
 */
export function patternOf(word: string): RegExp {
  const letters = [...searchTextOf(word)]
  const parts: string[] = []
  let bytes = 0
  for (let at = 0; at < letters.length; ) {
    const count = [...Array(LETTERS_MAX).keys()]
      .map(index => LETTERS_MAX - index)
      .find(length => length === 1 || signsOf(letters.slice(at, at + length).join('')) !== '')
    const here = letters.slice(at, at + (count ?? 1))
    const each = here.map(letterPattern).join(BETWEEN)
    const part = here.length === 1 ? each : `(?:${each}|${anyOf(signsOf(here.join('')))})`
    bytes += Buffer.byteLength(part + BETWEEN)
    if (bytes > PATTERN_BYTES_MAX) break
    parts.push(part)
    at += here.length
  }
  const asWritten = [...word].map(literally).join('')
  return new RegExp(parts.length > 0 ? `${parts.join(BETWEEN)}|${asWritten}` : asWritten)
}

function letterPattern(letter: string): string {
  const alike = [...signsOf(letter)].map(literally).join('')
  const syllables = syllablesOf(letter)
  if (syllables !== null) return `${syllables.slice(0, -1)}${alike}]`
  return alike === '' ? literally(letter) : `[${literally(letter)}${alike}]`
}

function anyOf(signs: string): string {
  return `[${[...signs].map(literally).join('')}]`
}
