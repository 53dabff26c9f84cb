import {
  type Edit,
  endOfLine,
  isInCode,
  startOfLine,
  type Written,
} from '#client/features/notes/editor/commands/note.edit.ts'
import { FIELD_TEXT_MAX } from '#client/platform/browser/longInput.ts'

/** What a paste becomes, beside what the browser makes of it: pure. */

const ADDRESS = /^https?:\/\/\S+$/

/** An address that is pasted over words becomes their link. Null where it is to stand as it is. */
export function linkOver({ text, start, end }: Written, pasted: string): Edit | null {
  const address = pasted.trim()
  const words = text.slice(start, end)
  const isLinkable = words.trim() !== '' && !/[\n[\]]/.test(words) && !ADDRESS.test(words.trim())
  if (!isLinkable || !ADDRESS.test(address) || isInCode(text, start)) return null
  const insert = `[${words}](${address})`
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}

/** Whether the text would be far longer than any note, with this in place of what is selected. */
export function isFarTooLong({ text, start, end }: Written, insert: string): boolean {
  return text.length - (end - start) + insert.length > FIELD_TEXT_MAX
}

/** In place of what is selected, with the caret behind it. */
export function insertText({ start, end }: Written, insert: string): Edit {
  return { from: start, to: end, insert, start: start + insert.length, end: start + insert.length }
}

/** The same, in paragraphs of their own: what stands before and behind it on its line goes on in others. */
export function insertParagraphs({ text, start, end }: Written, insert: string): Edit {
  const before = text.slice(startOfLine(text, start), start).trim()
  const after = text.slice(end, endOfLine(text, end)).trim()
  const whole = (before && '\n\n') + (after ? `${insert.trimEnd()}\n\n` : insert)
  return insertText({ text, start, end }, whole)
}
