import type { Request } from 'express'
import { type Catalogue, formatText, type TextKey, type TextValues } from '#protocol/text/index.ts'
import {
  allLanguages,
  DEFAULT_LANGUAGE,
  isLanguage,
  type Language,
  languages,
} from '#protocol/text/languages.ts'

/** The client's preferred language. */
export function languageOf(request: Request): Language {
  const preferred = request.acceptsLanguages(allLanguages)
  return isLanguage(preferred) ? preferred : DEFAULT_LANGUAGE
}

/** Looks up messages in the language of a request. */
export interface Translate {
  <Key extends TextKey>(key: Key, ...values: TextValues<Key>): string
  /** For a key known only at runtime; placeholders are not replaced. */
  any(key: TextKey): string
  language: Language
}

/** Loads all languages at startup. */
const translators = new Map<Language, Translate>()
for (const language of allLanguages)
  translators.set(language, createTranslator(language, await languages[language].load()))

export function translatorFor(language: Language): Translate {
  return translators.get(language) as Translate
}

function createTranslator(language: Language, catalogue: Catalogue): Translate {
  const translate = <Key extends TextKey>(key: Key, ...values: TextValues<Key>) =>
    formatText(catalogue, key, ...values)
  return Object.assign(translate, { any: (key: TextKey) => catalogue[key], language })
}
