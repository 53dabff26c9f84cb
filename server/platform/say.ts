import { en } from '#protocol/text/en.ts'
import { say as fill, type Language, type TextKey, type TextValues } from '#protocol/text/index.ts'
import { ko } from '#protocol/text/ko.ts'

const catalogues = { ko, en }

/** Says a sentence in the language of one request. */
export interface Say {
  <Key extends TextKey>(key: Key, ...values: TextValues<Key>): string
  /** For a key known only at run time: placeholders stay as they are. */
  any(key: TextKey): string
}

export function sayIn(language: Language): Say {
  const catalogue = catalogues[language]
  const speak = <Key extends TextKey>(key: Key, ...values: TextValues<Key>) => fill(catalogue, key, ...values)
  return Object.assign(speak, { any: (key: TextKey) => catalogue[key] })
}
