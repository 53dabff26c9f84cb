import {
  type Edit,
  endOfLine,
  startOfLine,
  type Written,
} from '#client/features/notes/editor/commands/note.edit.ts'
import { uploadAddress } from '#protocol/pictureAddress.ts'

/** Where pictures stand in a text: pure. */

/**
 * Pictures that go up, each in lines of its own, at the caret, or behind the picture in whose description that is; with one of them
 * its description is selected, to be written over.
 */
export function insertPictures(written: Written, keys: readonly string[], description: string): Edit {
  const { text } = written
  const behindOther = behindPicture(written)
  const { start, end } = behindOther === null ? written : { start: behindOther, end: behindOther }
  const before = text.slice(startOfLine(text, start), start)
  const after = text.slice(end, endOfLine(text, end))
  const open = before.trim() === '' ? '' : '\n\n'
  const close = after.trim() === '' ? '' : '\n\n'
  const pictures = keys.map(key => `![${description}](${uploadAddress(key)})`).join('\n\n')
  const insert = open + pictures + close
  const first = start + open.length + '!['.length
  const behind = start + insert.length
  const selected =
    keys.length === 1 ? { start: first, end: first + description.length } : { start: behind, end: behind }
  return { from: start, to: end, insert, ...selected }
}

const PICTURE = /!\[[^[\]]*\]\([^()\s]*\)/g

/** Where else words from elsewhere go: behind what is selected, and behind the picture in whose description that is. */
export function behindSelected(written: Written): Written {
  const at = behindPicture(written) ?? written.end
  return { ...written, start: at, end: at }
}

/** Where the picture ends whose marks or description a selection lies in; null where there is none. */
function behindPicture({ text, start, end }: Written): number | null {
  const line = startOfLine(text, start)
  for (const { 0: marks, index } of text.slice(line, endOfLine(text, start)).matchAll(PICTURE)) {
    const from = line + index
    if (from < start && end < from + marks.length) return from + marks.length
  }
  return null
}

/** Puts another address in the place of one, wherever that stands; the selection stays on what it was. Null where it stands nowhere. */
export function replaceAddress({ text, start, end }: Written, address: string, next: string): Edit | null {
  const from = text.indexOf(`](${address})`) + 2
  if (from < 2) return null
  const to = from + address.length
  const moved = (at: number) => (at <= from ? at : Math.max(from, at + next.length - address.length))
  return { from, to, insert: next, start: moved(start), end: moved(end) }
}

/** Takes a picture out, with the line that it had for itself. Null where it stands nowhere. */
export function removePicture({ text, start, end }: Written, key: string): Edit | null {
  const found = placeOf(text, key)
  if (found === null) return null
  const moved = (at: number) => (at <= found.from ? at : Math.max(found.from, at - (found.to - found.from)))
  return { ...found, insert: '', start: moved(start), end: moved(end) }
}

export function withAddress(text: string, key: string, address: string): string {
  return text.replaceAll(`](${uploadAddress(key)})`, `](${address})`)
}

export function without(text: string, key: string): string {
  let left = text
  for (let found = placeOf(left, key); found !== null; found = placeOf(left, key))
    left = left.slice(0, found.from) + left.slice(found.to)
  return left
}

function placeOf(text: string, key: string): { from: number; to: number } | null {
  const address = `](${uploadAddress(key)})`
  const middle = text.indexOf(address)
  if (middle < 0) return null
  const opened = text.lastIndexOf('![', middle)
  const from = opened < startOfLine(text, middle) ? middle : opened
  const to = middle + address.length
  const isAlone = from === startOfLine(text, from) && to === endOfLine(text, to)
  if (!isAlone) return { from, to }
  // With the line's break and the blank line behind it.
  const breaks = text.slice(to, to + 2) === '\n\n' ? 2 : text[to] === '\n' ? 1 : 0
  return { from, to: to + breaks }
}
