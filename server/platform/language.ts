import type { Request } from 'express'
import type { Language } from '#protocol/text/index.ts'

/** Korean, unless the caller prefers English. */
export function languageOf(request: Request): Language {
  return request.acceptsLanguages('ko', 'en') === 'en' ? 'en' : 'ko'
}
