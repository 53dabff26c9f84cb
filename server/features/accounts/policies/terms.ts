import type { PolicyLine } from '#protocol/policies.ts'
import type { Language } from '#protocol/text/languages.ts'
import { termsEn } from './terms.en.ts'
import { termsKo } from './terms.ko.ts'

export const terms: Record<Language, PolicyLine[]> = { ko: termsKo, en: termsEn }
