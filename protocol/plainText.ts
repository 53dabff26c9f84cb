import { NOTE_BODY_MAX } from './limits.ts'

/**
 * A picture that was given no words of its own: what stands there until then tells nothing. The words are the catalogue's, written
 * out, so that no screen needs the whole of it for them.
 */
const UNDESCRIBED = /!\[(?:그림 설명|Description)?\]\([^()\n]*\)/g

/** What markdown adds to a text, and what remains of it. No pattern can match the same signs in two ways. */
const SIGNS: readonly (readonly [RegExp, string])[] = [
  [/^ {0,3}(?:```|~~~).*$/gm, ''],
  [/^ {0,3}\|?[ \t]*:?--+:?[ \t]*(?:\|[-:| \t]*)?$/gm, ''],
  [/^ {0,3}(?:[-*_]{3,}|=+)$/gm, ''],
  [/^[ \t]*(?:>[ \t]*|(?:[-*+]|\d{1,9}[.)]|#{1,6})[ \t]+)+/gm, ''],
  [/^\[[ xX]\][ \t]+/gm, ''],
  [/\[\^[^\s[\]]{1,40}\](?::[ \t]*)?/g, ''],
  [UNDESCRIBED, ''],
  [/!?\[([^[\]\n]*)\]\([^()\n]*\)/g, '$1'],
  [/(?<!\\)(?:\*{1,3}|`+|\${1,2})/g, ''],
  [/(?<![\p{L}\p{N}\\_])_{1,3}([^_\n]+)_{1,3}(?![\p{L}\p{N}_])/gu, '$1'],
  [/(?<![\p{L}\p{N}\\~])~~(?![\s~])([^~\n]+)~~(?!~)/gu, '$1'],
  [/(?<![A-Za-z0-9_\\=])==(?![\s=])([^=\n]+)==(?!=)/g, '$1'],
  [/\\([!-/:-@[-`{-~])/g, '$1'],
  [/\|/g, ' '],
  [/\s+/g, ' '],
]

/** A note as one line without markdown signs, no more of it than a note may hold. Needs no parser, so lists can use it. */
export function plainText(text: string): string {
  const written = text.slice(0, NOTE_BODY_MAX)
  return SIGNS.reduce((rest, [sign, instead]) => rest.replace(sign, instead), written).trim()
}
