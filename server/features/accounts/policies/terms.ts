import { termsEn } from './terms.en.ts'
import { termsKo } from './terms.ko.ts'

export const terms = { ko: termsKo, en: termsEn }
