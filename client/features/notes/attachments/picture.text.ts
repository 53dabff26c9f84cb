import {
  type Edit,
  endOfLine,
  startOfLine,
  type TextState,
} from '#client/features/notes/editor/commands/note.edit.ts'
import { uploadAddress } from '#protocol/pictureAddress.ts'

/** Pure functions on the pictures of a text. */

/**
 * Inserts pictures by their upload keys, each in a paragraph of its own: at the caret, or after the picture whose description contains
 * the caret. Selects the description of a single picture, so that typing replaces it.
 */
export function insertPictures(written: TextState, keys: readonly string[], description: string): Edit {
  const { text } = written
  const afterPicture = endOfPictureAround(written)
  const { start, end } = afterPicture === null ? written : { start: afterPicture, end: afterPicture }
  const textBefore = text.slice(startOfLine(text, start), start)
  const textAfter = text.slice(end, endOfLine(text, end))
  const leadingBreak = textBefore.trim() === '' ? '' : '\n\n'
  const trailingBreak = textAfter.trim() === '' ? '' : '\n\n'
  const pictures = keys.map(key => `![${description}](${uploadAddress(key)})`).join('\n\n')
  const insert = leadingBreak + pictures + trailingBreak
  const first = start + leadingBreak.length + '!['.length
  const afterPictures = start + insert.length
  const selected =
    keys.length === 1
      ? { start: first, end: first + description.length }
      : { start: afterPictures, end: afterPictures }
  return { from: start, to: end, insert, ...selected }
}

const PICTURE = /!\[[^[\]]*\]\([^()\s]*\)/g

/** Collapses the selection to its end, or to the end of the picture whose description contains it. */
export function caretAfterSelection(written: TextState): TextState {
  const at = endOfPictureAround(written) ?? written.end
  return { ...written, start: at, end: at }
}

/** The end of the picture that contains the selection; null if there is none. */
function endOfPictureAround({ text, start, end }: TextState): number | null {
  const line = startOfLine(text, start)
  for (const { 0: marks, index } of text.slice(line, endOfLine(text, start)).matchAll(PICTURE)) {
    const from = line + index
    if (from < start && end < from + marks.length) return from + marks.length
  }
  return null
}

/** Replaces a URL and keeps the selection on the same text. Null if the text does not contain the URL. */
export function replaceAddress({ text, start, end }: TextState, address: string, next: string): Edit | null {
  const from = text.indexOf(`](${address})`) + 2
  if (from < 2) return null
  const to = from + address.length
  const shift = (at: number) => (at <= from ? at : Math.max(from, at + next.length - address.length))
  return { from, to, insert: next, start: shift(start), end: shift(end) }
}

/** Removes a picture, with its line if it has one of its own. Null if the text does not contain the picture. */
export function removePicture({ text, start, end }: TextState, key: string): Edit | null {
  const range = rangeOfPicture(text, key)
  if (range === null) return null
  const shift = (at: number) => (at <= range.from ? at : Math.max(range.from, at - (range.to - range.from)))
  return { ...range, insert: '', start: shift(start), end: shift(end) }
}

export function replaceKey(text: string, key: string, address: string): string {
  return text.replaceAll(`](${uploadAddress(key)})`, `](${address})`)
}

export function removePictures(text: string, key: string): string {
  let result = text
  for (let range = rangeOfPicture(result, key); range !== null; range = rangeOfPicture(result, key))
    result = result.slice(0, range.from) + result.slice(range.to)
  return result
}

function rangeOfPicture(text: string, key: string): { from: number; to: number } | null {
  const address = `](${uploadAddress(key)})`
  const middle = text.indexOf(address)
  if (middle < 0) return null
  const opened = text.lastIndexOf('![', middle)
  const from = opened < startOfLine(text, middle) ? middle : opened
  const to = middle + address.length
  const isAlone = from === startOfLine(text, from) && to === endOfLine(text, to)
  if (!isAlone) return { from, to }
  // Includes the line break and a following blank line.
  const breaks = text.slice(to, to + 2) === '\n\n' ? 2 : text[to] === '\n' ? 1 : 0
  return { from, to: to + breaks }
}
