import { NAMES_SHOWN } from '#protocol/limits.ts'
import { bidiIsolate } from '#protocol/text/index.ts'

/** '박서준, 이하늘 +2': up to two names, and the number of the others. */
export function shortNames(names: readonly string[]): string {
  return `${formatVisibleNames(names)} ${formatHiddenCount(names)}`.trimEnd()
}

export function formatVisibleNames(names: readonly string[]): string {
  return visibleNames(names).map(bidiIsolate).join(', ')
}

export function visibleNames(names: readonly string[]): readonly string[] {
  return names.slice(0, NAMES_SHOWN)
}

/** '+2', or an empty string. */
export function formatHiddenCount(names: readonly string[]): string {
  const hidden = names.length - NAMES_SHOWN
  return hidden > 0 ? `+${hidden}` : ''
}
