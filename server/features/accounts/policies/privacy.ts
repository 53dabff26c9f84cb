import { privacyEn } from './privacy.en.ts'
import { privacyKo } from './privacy.ko.ts'

export const privacy = { ko: privacyKo, en: privacyEn }
