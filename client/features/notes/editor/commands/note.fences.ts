import {
  type Edit,
  endOfLine,
  isInCode,
  isInFormula,
  linesOf,
  startOfLine,
  type Written,
} from './note.edit.ts'

/**
 * In a line code or a formula stands between two signs, over several lines, taken whole, between two lines of them; and asked for
 * again it does so no more.
 */
export function fence(written: Written, inline: '`' | '$', block: '```' | '$$'): Edit {
  const { text, start, end } = written
  const selected = text.slice(start, end)
  if (selected.includes('\n')) return withoutFence(written, block) ?? withFence(written, block)
  const isMarked = selected !== '' && signsAround(text, start, end, inline)
  if (isMarked) return { from: start - 1, to: end + 1, insert: selected, start: start - 1, end: end - 1 }
  const at = start + inline.length
  return { from: start, to: end, insert: inline + selected + inline, start: at, end: at + selected.length }
}

function withFence(written: Written, block: string): Edit {
  const { from, to } = linesOf(written)
  const lines = written.text.slice(from, to)
  const fences = lines.match(/^`{3,}/gm) ?? []
  // One that stands in the text would be its end.
  const sign =
    block === '```'
      ? fences.reduce((most, found) => (found.length < most.length ? most : `${found}\``), block)
      : block
  const at = from + sign.length + 1
  return { from, to, insert: `${sign}\n${lines}\n${sign}`, start: at, end: at + lines.length }
}

/** What stands behind its signs is no code, and goes with them. */
const CODE_FENCE = /^`{3,}[^`]*$/

/** The lines alone, where the selection is what stands between two lines of signs, with these or without; null elsewhere. */
function withoutFence(written: Written, block: string): Edit | null {
  const { text } = written
  const { from, to } = linesOf(written)
  const lines = text.slice(from, to).split('\n')
  const isFence = (line = '') => (block === '$$' ? line.trim() === block : CODE_FENCE.test(line))
  const isOpen = block === '$$' ? isInFormula(text, from) : isInCode(text, from)
  const isInside = isOpen && !lines.some(isFence)
  const first = isInside ? startOfLine(text, from - 1) : from
  const last = isInside ? endOfLine(text, to + 1) : to
  const [opening, ...rest] = text.slice(first, last).split('\n')
  const closing = rest.pop()
  if (isOpen !== isInside || !isFence(opening) || closing?.trim() !== opening?.match(/^(?:`+|\$\$)/)?.[0])
    return null
  const insert = rest.join('\n')
  return { from: first, to: last, insert, start: first, end: first + insert.length }
}

/** Whether one such sign, and no more, stands on each side. */
function signsAround(text: string, start: number, end: number, sign: '`' | '$'): boolean {
  const isOne = (at: number, beyond: number) => text[at] === sign && text[beyond] !== sign
  return isOne(start - 1, start - 2) && isOne(end, end + 1)
}
