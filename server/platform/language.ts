import type { Request } from 'express'
import { allLanguages, DEFAULT_LANGUAGE, isLanguage, type Language } from '#protocol/text/languages.ts'

/** The one that the caller likes best. */
export function languageOf(request: Request): Language {
  const liked = request.acceptsLanguages(allLanguages)
  return isLanguage(liked) ? liked : DEFAULT_LANGUAGE
}
