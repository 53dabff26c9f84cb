import type { Catalogue } from './index.ts'

interface LanguageRow {
  /** The name in the language itself. */
  name: string
  /** For dates and times (BCP 47). */
  locale: string
  load: () => Promise<Catalogue>
}

/**
 * The languages of the product. A new language needs a folder of texts and a row here; the compiler then asks for its policies and
 * its syntax guide.
 */
export const languages = {
  ko: { name: '한국어', locale: 'ko-KR', load: async () => (await import('./ko.ts')).ko },
  en: { name: 'English', locale: 'en-GB', load: async () => (await import('./en.ts')).en },
} as const satisfies Record<string, LanguageRow>

export type Language = keyof typeof languages
export const allLanguages = Object.keys(languages) as Language[]

/** For requests that prefer no supported language, and for texts that all users share. */
export const DEFAULT_LANGUAGE = 'ko' satisfies Language

export function isLanguage(candidate: unknown): candidate is Language {
  return typeof candidate === 'string' && Object.hasOwn(languages, candidate)
}
