import { toNfc } from '../normalization.ts'

const HANGUL_FIRST = 0xac00
const HANGUL_LAST = 0xd7a3
const FINALS = 28
/** The index of ㄹ among the final consonants. */
const RIEUL = 8

/** Final consonants of the Korean names of digits: 0 영, 1 일, 3 삼, 6 육, 7 칠, 8 팔. */
const DIGIT_FINALS: Record<string, number> = { '0': 21, '1': RIEUL, '3': 16, '6': 1, '7': RIEUL, '8': RIEUL }
/** Final consonants of the Korean names of Latin letters: 엘, 엠, 엔, 알. */
const LETTER_FINALS: Record<string, number> = { l: RIEUL, m: 16, n: 4, r: RIEUL }

/**
 * Appends a Korean particle. `particles` gives the form after a consonant and the form after a vowel: 을/를, 이/가, 은/는, 과/와,
 * 으로/로. Ignores punctuation and spaces at the end of the word.
 */
export function withParticle(word: string, particles: string): string {
  const [afterConsonant = '', afterVowel = ''] = particles.split('/')
  const final = finalConsonantOf(word)
  const takesConsonantForm = final !== 0 && !(afterConsonant === '으로' && final === RIEUL)
  return word + (takesConsonantForm ? afterConsonant : afterVowel)
}

function finalConsonantOf(word: string): number {
  const last = toNfc(word)
    .match(/[\p{L}\p{N}]/gu)
    ?.at(-1)
    ?.toLowerCase()
  if (last === undefined) return 0
  const code = last.charCodeAt(0)
  if (code >= HANGUL_FIRST && code <= HANGUL_LAST) return (code - HANGUL_FIRST) % FINALS
  return DIGIT_FINALS[last] ?? LETTER_FINALS[last] ?? 0
}
