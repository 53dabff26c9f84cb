import { SEARCH_STARTS_ABOVE } from '#protocol/limits.ts'
import { toNfc } from '#protocol/normalization.ts'

/** Action of the search box by the length of its input (section 4 of the specification). */
export type SearchIntent =
  | { kind: 'reload' }
  | { kind: 'tooShort' }
  | { kind: 'search'; candidates: string[] }

/** Strips whitespace and dashes, then splits by commas. */
export function searchIntent(input: string): SearchIntent {
  const stripped = toNfc(input).replace(/[\s\p{Pd}]/gu, '')
  if (stripped.length === 0) return { kind: 'reload' }
  const candidates = [...new Set(stripped.split(/[,，、]/).filter(candidate => candidate !== ''))]
  if (stripped.length <= SEARCH_STARTS_ABOVE || candidates.length === 0) return { kind: 'tooShort' }
  return { kind: 'search', candidates }
}
