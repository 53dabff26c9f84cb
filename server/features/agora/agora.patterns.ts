import { literally, syllablesOf } from '#protocol/hangul.ts'

/**
 * What a word finds, in MongoDB as in JavaScript: itself, whatever the case; a lone initial consonant also stands for every
 * syllable that begins with it, so ㅎㅇㄹ finds 회의록. `word`: NFC.
 */
export function patternOf(word: string): RegExp {
  const signs = [...word]
  // Matching without regard to case costs twice as much, and Hangul has none.
  const flags = signs.some(hasCase) ? 'i' : ''
  return new RegExp(signs.map(sign => syllablesOf(sign) ?? literally(sign)).join(''), flags)
}

function hasCase(sign: string): boolean {
  return sign.toLowerCase() !== sign.toUpperCase()
}
