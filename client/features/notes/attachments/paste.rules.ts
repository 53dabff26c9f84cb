import {
  type Edit,
  endOfLine,
  isInCode,
  startOfLine,
  type TextState,
} from '#client/features/notes/editor/commands/note.edit.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'

/** Pure functions for pastes that the browser does not handle by itself. */

const ADDRESS = /^https?:\/\/\S+$/

/** Links the selection to a pasted URL. Null if the paste is to be inserted as it is. */
export function linkSelection({ text, start, end }: TextState, pasted: string): Edit | null {
  const address = pasted.trim()
  const selected = text.slice(start, end)
  const isLinkable = selected.trim() !== '' && !/[\n[\]]/.test(selected) && !ADDRESS.test(selected.trim())
  if (!isLinkable || !ADDRESS.test(address) || isInCode(text, start)) return null
  const insert = `[${selected}](${address})`
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}

/** Whether the text with this insertion would exceed the maximum length of a text field. */
export function exceedsFieldLimit({ text, start, end }: TextState, insert: string): boolean {
  return text.length - (end - start) + insert.length > FIELD_TEXT_MAX
}

/** Replaces the selection and places the caret after the insertion. */
export function insertText({ start, end }: TextState, insert: string): Edit {
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}

/** Inserts paragraphs, separated from the text before and after them on the line. */
export function insertParagraphs({ text, start, end }: TextState, insert: string): Edit {
  const textBefore = text.slice(startOfLine(text, start), start).trim()
  const textAfter = text.slice(end, endOfLine(text, end)).trim()
  const whole = (textBefore && '\n\n') + (textAfter ? `${insert.trimEnd()}\n\n` : insert)
  return insertText({ text, start, end }, whole)
}

/** A larger file does not fit into a note. */
export const TEXT_FILE_BYTES_MAX = 1024 * 1024

export function isPictureFile({ type }: File): boolean {
  return type.startsWith('image/')
}

export function isTextFile({ name, type }: File): boolean {
  return /\.(?:md|markdown|txt)$/i.test(name) || type === 'text/markdown'
}
