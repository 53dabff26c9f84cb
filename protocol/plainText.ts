import { NOTE_BODY_MAX } from './limits.ts'

/** A picture with the default description. The texts are copied from the catalogue, so that screens need not load it for them. */
const UNDESCRIBED_PICTURE = /!\[(?:그림 설명|Description)?\]\([^()\n]*\)/g

/** Markdown syntax and its replacement. Each pattern can match in only one way, so none backtracks. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:```|~~~).*$/gm, ''],
  [/^ {0,3}\|?[ \t]*:?--+:?[ \t]*(?:\|[-:| \t]*)?$/gm, ''],
  [/^ {0,3}(?:[-*_]{3,}|=+)$/gm, ''],
  [/^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)+/gm, ''],
  [/^\[[ xX]\][ \t]+/gm, ''],
  [/\[\^[^\s[\]]{1,40}\](?::[ \t]*)?/g, ''],
  [UNDESCRIBED_PICTURE, ''],
  [/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/(?<!\\)(?:\*{1,3}|`+|\${1,2})/g, ''],
  [/(?<![\p{L}\p{N}\\_])_{1,3}([^_\n]+)_{1,3}(?![\p{L}\p{N}_])/gu, '$1'],
  [/(?<![\p{L}\p{N}\\~])~~(?![\s~])([^~\n]+)~~(?!~)/gu, '$1'],
  [/(?<![A-Za-z0-9_\\=])==(?![\s=])([^=\n]+)==(?!=)/g, '$1'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  [/\|/g, ' '],
  [/\s+/g, ' '],
]

/** Removes Markdown syntax and line breaks, without a parser, so that lists can use it. Cuts text beyond the limit of a note. */
export function plainText(text: string): string {
  const limited = text.slice(0, NOTE_BODY_MAX)
  return REPLACEMENTS.reduce(
    (rest, [pattern, replacement]) => rest.replace(pattern, replacement),
    limited,
  ).trim()
}

const ITEM = /^[ \t]*(?:[-*+]|\d{1,9}[.)])[ \t]+(?:\[[ xX]\][ \t]+)?/gm
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*)$/gm
const TABLE_ROW = /^ {0,3}\|.*$/gm
const TABLE_RULE = /^[-:| \t]*$/
const CELL_END = /(?<!\\)\|/g
const DOTS = /(?:· ){2,}/g
const DOTS_AT_ENDS = /^(?:· )+|(?: ·)+$/g

/** Like `plainText`, with a dot between list items, table cells and sections. */
export function toSingleLine(text: string): string {
  const separated = text
    .replace(ITEM, '· ')
    .replace(HEADING, '· $1 ·')
    .replace(TABLE_ROW, row => (TABLE_RULE.test(row) ? '' : row.replace(CELL_END, ' · ')))
  return plainText(separated).replace(DOTS, '· ').replace(DOTS_AT_ENDS, '')
}

/** Any visible character: no space, and no invisible character such as the Hangul filler. */
const VISIBLE = /[^\p{Default_Ignorable_Code_Point}\p{Z}\p{Cc}\p{Cf}\u2800]/u

export function hasVisibleText(text: string): boolean {
  return VISIBLE.test(text)
}
