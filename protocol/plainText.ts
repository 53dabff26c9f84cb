/** What markdown adds to a text, and what remains of it; each pattern is linear. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:`{3,}|~{3,}).*$/gm, ''],
  [/^ {0,3}(?:\|?[ \t]*:?-{2,}:?[ \t]*(?:\|[ \t]*:?-*:?[ \t]*)*|[-*_]{3,}|=+)$/gm, ''],
  [/^[ \t]*(?:(?:>|[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+|>)+/gm, ''],
  [/^\[[ xX]\][ \t]+/gm, ''],
  [/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/(?<!\\)(?:\*{1,3}|`+|\${1,2})/g, ''],
  [/(?<![\p{L}\p{N}\\_])_{1,3}([^_\n]+)_{1,3}(?![\p{L}\p{N}_])/gu, '$1'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  [/[ \t]*\|[ \t]*/g, ' '],
  [/\s+/g, ' '],
]

/** A note as one line without markdown signs. Needs no parser, so lists can use it. */
export function plainText(text: string): string {
  return SIGNS.reduce((rest, [sign, instead]) => rest.replace(sign, instead), text).trim()
}
