import type { PolicyLine } from '#protocol/policies.ts'
import type { Language } from '#protocol/text/languages.ts'
import { privacyEn } from './privacy.en.ts'
import { privacyKo } from './privacy.ko.ts'
import { termsEn } from './terms.en.ts'
import { termsKo } from './terms.ko.ts'

export const privacy: Record<Language, PolicyLine[]> = { ko: privacyKo, en: privacyEn }

export const terms: Record<Language, PolicyLine[]> = { ko: termsKo, en: termsEn }
