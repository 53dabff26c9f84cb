import { NAMES_SHOWN } from '#protocol/limits.ts'
import { bidiIsolate } from '#protocol/text/bidiIsolate.ts'

/** '박서준, 이하늘 +2': up to two names, then how many more. */
export function shortNames(names: readonly string[]): string {
  return `${shownNames(names)} ${hiddenNames(names)}`.trimEnd()
}

export function shownNames(names: readonly string[]): string {
  return namesShown(names).map(bidiIsolate).join(', ')
}

export function namesShown(names: readonly string[]): readonly string[] {
  return names.slice(0, NAMES_SHOWN)
}

/** '+2', or nothing. */
export function hiddenNames(names: readonly string[]): string {
  const hidden = names.length - NAMES_SHOWN
  return hidden > 0 ? `+${hidden}` : ''
}
