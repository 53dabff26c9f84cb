import { type Catalogue, say as fill, type TextKey, type TextValues } from '#protocol/text/index.ts'
import { allLanguages, type Language, languages } from '#protocol/text/languages.ts'

/** Says a sentence in the language of one request. */
export interface Say {
  <Key extends TextKey>(key: Key, ...values: TextValues<Key>): string
  /** For a key known only at run time: placeholders stay as they are. */
  any(key: TextKey): string
  language: Language
}

/** All of them from the start, since the next request may be in any. */
const speakers = new Map<Language, Say>()
for (const language of allLanguages)
  speakers.set(language, speakerOf(language, await languages[language].load()))

export function sayIn(language: Language): Say {
  return speakers.get(language) as Say
}

function speakerOf(language: Language, catalogue: Catalogue): Say {
  const speak = <Key extends TextKey>(key: Key, ...values: TextValues<Key>) => fill(catalogue, key, ...values)
  return Object.assign(speak, { any: (key: TextKey) => catalogue[key], language })
}
