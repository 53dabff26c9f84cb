/** What markdown adds to a text, and what remains of it; each pattern is linear. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:`{3,}|~{3,}).*$/gm, ''],
  [/^ {0,3}(?:\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*|[-*_]{3,}|=+)$/gm, ''],
  [/^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+|>)+/gm, ''],
  [/^\[[ xX]\][ \t]+/gm, ''],
  [/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/(?<!\\)(?:\*{1,3}|`+|\${1,2})/g, ''],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  [/[ \t]*\|[ \t]*/g, ' '],
  [/\s+/g, ' '],
]

/**
 * The beginning of a note as one line without markdown signs, at most `length` characters as a reader counts them,
 * ending in `…` where it was cut. Needs no parser, so lists can use it.
 */
export function plainExcerpt(text: string, length: number): string {
  const plain = SIGNS.reduce((rest, [sign, instead]) => rest.replace(sign, instead), text).trim()
  const characters = [...new Intl.Segmenter('ko').segment(plain.slice(0, length * 16))]
  if (characters.length <= length) return plain
  return `${plain.slice(0, characters[length - 1]?.index).trimEnd()}…`
}
