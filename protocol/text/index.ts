import type { ko, TextKey } from './ko.ts'

export type { TextKey } from './ko.ts'

/**
 * The texts of one language. Korean is the source: `ko` defines the keys and their placeholders.
 *
 * - `{name}` inserts a value.
 * - `{name|이/가}` inserts a value and the particle that follows its last sound.
 * - `{name#one note|other notes}` inserts the plural form for a number, without the number.
 */
export type Catalogue = Record<TextKey, string>

type NameIn<Placeholder extends string> = Placeholder extends `${infer Name}|${string}` ? Name : Placeholder
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Placeholder}}${infer Rest}`
  ? NameIn<Placeholder> | NamesIn<Rest>
  : never

/** The values for the placeholders of a text. Most texts have none. */
export type TextValues<Key extends TextKey> = [NamesIn<(typeof ko)[Key]>] extends [never]
  ? []
  : [values: Record<NamesIn<(typeof ko)[Key]>, string | number>]

/** Fills the placeholders. Numbers get thousands separators, so pass an identifier such as a page number as a string. */
export function formatText<Key extends TextKey>(
  catalogue: Catalogue,
  key: Key,
  ...[values]: TextValues<Key>
): string {
  const sentence = catalogue[key]
  if (values === undefined) return sentence
  const language = catalogue['common.language']
  const byName: Record<string, string | number> = values
  return sentence.replace(
    /\{([^{}|#]+)(?:([|#])([^{}]+))?\}/g,
    (_, name: string, separator?: string, forms = '') => {
      const value = byName[name] ?? ''
      if (separator === '#') return pluralForm(language, String(value), forms)
      const text = typeof value === 'number' ? localizeNumber(value, language) : bidiIsolate(value)
      return separator ? withParticle(text, forms) : text
    },
  )
}

/** Formats numbers below 1,000 without `Intl`, because creating a formatter takes a phone some tens of milliseconds. */
export function localizeNumber(value: number, language: string): string {
  return value < 1000 ? String(value) : value.toLocaleString(language)
}

/**
 * Picks the plural form for a number. `forms` uses CLDR categories: 'one note|other notes'. Text such as '99+' takes the
 * `other` form.
 */
function pluralForm(language: string, value: string, forms: string): string {
  const category = new Intl.PluralRules(language).select(Number(value))
  const form = forms.split('|').find(candidate => candidate.startsWith(`${category} `))
  return form?.slice(category.length + 1) ?? ''
}

/** Characters of right-to-left scripts, and control characters that change the direction. */
const CHANGES_DIRECTION =
  /[\p{Bidi_Control}\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u

/**
 * Wraps a right-to-left name in Unicode isolates (UAX #9), so that it does not reorder the surrounding sentence. Returns other
 * text unchanged.
 */
export function bidiIsolate(text: string): string {
  return CHANGES_DIRECTION.test(text) ? `\u2068${text.replace(/\p{Bidi_Control}/gu, '')}\u2069` : text
}

const HANGUL_FIRST = 0xac00
const HANGUL_LAST = 0xd7a3
const FINALS = 28
/** The code before those of the final consonants in decomposed syllables, which macOS may send. */
const BEFORE_FINALS = 0x11a7
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
  const last = word
    .match(/[\p{L}\p{N}]/gu)
    ?.at(-1)
    ?.toLowerCase()
  if (last === undefined) return 0
  const code = last.charCodeAt(0)
  if (code >= HANGUL_FIRST && code <= HANGUL_LAST) return (code - HANGUL_FIRST) % FINALS
  if (code > BEFORE_FINALS && code < BEFORE_FINALS + FINALS) return code - BEFORE_FINALS
  return DIGIT_FINALS[last] ?? LETTER_FINALS[last] ?? 0
}
