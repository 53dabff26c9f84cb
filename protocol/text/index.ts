import { bidiIsolate } from './bidiIsolate.ts'
import { withParticle } from './josa.ts'
import type { ko } from './ko.ts'
import { formFor } from './plural.ts'

/**
 * The product's sentences. Korean is the source: `ko` says which keys and which placeholders exist.
 * A placeholder is `{name}`, or `{name|이/가}` where the particle follows the value's last sound. Where a language tells one from
 * several, `{name#one note|other notes}` stands for the word alone, in the form that goes with the value.
 */
export type TextKey = keyof typeof ko
export type Catalogue = Record<TextKey, string>

type NameIn<Placeholder extends string> = Placeholder extends `${infer Name}|${string}` ? Name : Placeholder
type NamesIn<Sentence extends string> = Sentence extends `${string}{${infer Placeholder}}${infer Rest}`
  ? NameIn<Placeholder> | NamesIn<Rest>
  : never

/** The values a sentence asks for; none for most. */
export type TextValues<Key extends TextKey> = [NamesIn<(typeof ko)[Key]>] extends [never]
  ? []
  : [values: Record<NamesIn<(typeof ko)[Key]>, string | number>]

/**
 * Fills a sentence's placeholders. A number is written as the language does it, with its thousands set apart: give what is
 * only named by a number as a string.
 */
export function say<Key extends TextKey>(
  catalogue: Catalogue,
  key: Key,
  ...[values]: TextValues<Key>
): string {
  const sentence = catalogue[key]
  if (values === undefined) return sentence
  const byName: Record<string, string | number> = values
  return sentence.replace(
    /\{([^{}|#]+)(?:([|#])([^{}]+))?\}/g,
    (_, name: string, sign?: string, forms = '') => {
      const given = byName[name] ?? ''
      if (sign === '#') return formFor(catalogue['common.language'], String(given), forms)
      const value =
        typeof given === 'number' ? writtenNumber(given, catalogue['common.language']) : bidiIsolate(given)
      return sign ? withParticle(value, forms) : value
    },
  )
}

/** Most are small, and making a format takes a phone some tens of milliseconds. */
export function writtenNumber(value: number, language: string): string {
  return value < 1000 ? String(value) : value.toLocaleString(language)
}
