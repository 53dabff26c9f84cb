import { NOTE_BODY_MAX, NOTE_TITLE_MAX } from './limits.ts'
import { truncateText } from './normalization.ts'

/** A picture with the default description. The texts are copied from the catalogue, so that screens need not load it for them. */
const UNDESCRIBED_PICTURE = /!\[(?:그림 설명|Description)?\]\([^()\n]*\)/g

/** Markdown syntax and its replacement. Each pattern can match in only one way, so none backtracks. */
const REPLACEMENTS: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:```|~~~).*$/gm, ''],
  [/^ {0,3}\|?[ \t]*:?--+:?[ \t]*(?:\|[-:| \t]*)?$/gm, ''],
  [/^ {0,3}(?:[-*_]{3,}|=+)$/gm, ''],
  [/^([ \t]*(?:>[ \t]*)+)\[!(?:note|tip|important|warning|caution)\][+-]?(?=[ \t]|$)/gim, '$1'],
  [/^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)+/gm, ''],
  [/^\[[ xX]\][ \t]+/gm, ''],
  [/\[\^[^\s[\]]{1,40}\](?::[ \t]*)?/g, ''],
  [/\[\[[^[\]|\n]{1,200}\|([^[\]|\n]+)\]\]/g, '$1'],
  [/\[\[#?([^[\]|\n]{1,200})\]\]/g, '$1'],
  [UNDESCRIBED_PICTURE, ''],
  [/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/(?<!\\)<(?:br ?\/?|details(?: open)?|\/details|\/?summary)>/gi, ' '],
  [/(?<!\\)<\/?(?:u|sub|sup|kbd|mark)>/gi, ''],
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

/** Everything except letters, digits, symbols and emoji: a line of punctuation is not a title. */
const MARKS = /[^\p{L}\p{N}\p{S}]+/gu

const HEADING_SYNTAX = /^ {0,3}#{1,6}[ \t]+/
const BOLD_WORDS = /\*\*([\p{L}\p{N} ]+)\*\*/gu
/** Only the text of a note has tags. */
const TAG = /(?:^|\s)#[^\s#]/
const RULE = /^(?:-{3,}|\*{3,}|_{3,})$/

/** Whether the title has everything that the line has, which may be a heading or bold. */
function isPlainTitle(line: string, title: string): boolean {
  const words = line.replace(HEADING_SYNTAX, '').replace(BOLD_WORDS, '$1').replace(/\s+/g, ' ').trim()
  return words === title && !TAG.test(line)
}

/**
 * Splits a quick note. The title is the first line with words, without Markdown syntax, truncated to the limit without splitting a
 * grapheme. The text is the rest, or all lines if the title lacks anything of those up to its own. Null without words.
 */
export function parseQuickNote(written: string): { title: string; text: string } | null {
  const lines = written.replace(/\r\n?/g, '\n').split('\n')
  const first = lines.findIndex(line => hasVisibleText(plainText(line).replace(MARKS, '')))
  if (first === -1) return null
  const line = lines[first] ?? ''
  const title = truncateText(plainText(line), NOTE_TITLE_MAX)
  const start = lines.findIndex(one => hasVisibleText(one) && !RULE.test(one.trim()))
  const rest = start === first && isPlainTitle(line, title) ? lines.slice(first + 1) : lines.slice(start)
  return { title, text: rest.join('\n').replace(/^\n+/, '').trimEnd() }
}
