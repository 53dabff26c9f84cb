import { NAMES_SHOWN } from '#protocol/limits.ts'

/** '박서준, 이하늘 +2': up to two names, then how many more. */
export function shortNames(names: string[]): string {
  const shown = names.slice(0, NAMES_SHOWN).join(', ')
  const hidden = names.length - NAMES_SHOWN
  return hidden > 0 ? `${shown} +${hidden}` : shown
}
