import type { Catalogue } from './index.ts'

interface LanguageRow {
  /** As its speakers call it. */
  name: string
  /** How they write dates and times (BCP 47). */
  locale: string
  /** All sentences, fetched when they are wanted. */
  load: () => Promise<Catalogue>
}

/**
 * The languages of the product. A further one is a folder of texts beside these and a row here; what else is written in each
 * language, the policies and the syntax guide, does not compile while it lacks one.
 */
export const languages = {
  ko: { name: '한국어', locale: 'ko-KR', load: async () => (await import('./ko.ts')).ko },
  en: { name: 'English', locale: 'en-GB', load: async () => (await import('./en.ts')).en },
} as const satisfies Record<string, LanguageRow>

export type Language = keyof typeof languages
export const allLanguages = Object.keys(languages) as Language[]

/** What is spoken to whoever asks for none of them, and where all hear the same. */
export const DEFAULT_LANGUAGE = 'ko' satisfies Language

export function isLanguage(candidate: unknown): candidate is Language {
  return typeof candidate === 'string' && Object.hasOwn(languages, candidate)
}
