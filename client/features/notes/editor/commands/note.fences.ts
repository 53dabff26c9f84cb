import {
  type Edit,
  endOfLine,
  isInFormula,
  linesOf,
  openFence,
  startOfLine,
  type Written,
} from './note.edit.ts'

type Block = '```' | '$$'

/**
 * In a line code or a formula stands between two signs, over several lines, taken whole, between two lines of them; and asked for
 * again it does so no more.
 */
export function fence(written: Written, inline: '`' | '$', block: Block): Edit {
  const { text, start, end } = written
  const selected = text.slice(start, end)
  const lines = linesOf(written)
  const isWhole = start === lines.from && end === lines.to
  if (isWhole || selected.includes('\n')) {
    const bare = withoutFence(written, block)
    if (bare) return bare
  }
  if (selected.includes('\n')) return withFence(written, block)
  const isMarked = selected !== '' && signsAround(text, start, end, inline)
  if (isMarked) return { from: start - 1, to: end + 1, insert: selected, start: start - 1, end: end - 1 }
  const at = start + inline.length
  return { from: start, to: end, insert: inline + selected + inline, start: at, end: at + selected.length }
}

function withFence(written: Written, block: Block): Edit {
  const { from, to } = linesOf(written)
  const lines = written.text.slice(from, to)
  const fences = lines.match(/(?<=^ {0,3})`{3,}/gm) ?? []
  // One that stands in the text would be its end.
  const sign =
    block === '```'
      ? fences.reduce<string>((most, found) => (found.length < most.length ? most : `${found}\``), block)
      : block
  const at = from + sign.length + 1
  return { from, to, insert: `${sign}\n${lines}\n${sign}`, start: at, end: at + lines.length }
}

/** What stands behind the signs of code is none, and goes with them. */
const OPENING = { '```': /^(`{3,})[^`]*$/, $$: /^\s*(\$\$)\s*$/ }

/** The lines alone, where the selection is what stands between two lines of signs, with these or without; null elsewhere. */
function withoutFence(written: Written, block: Block): Edit | null {
  const { text } = written
  const { from, to } = linesOf(written)
  const open = block === '```' ? openFence(text, from) : isInFormula(text, from) ? block : ''
  const first = open ? startOfLine(text, from - 1) : from
  const last = open ? endOfLine(text, to + 1) : to
  const [opening = '', ...lines] = text.slice(first, last).split('\n')
  const signs = OPENING[block].exec(opening)?.[1]
  if (signs === undefined || (open && open !== signs) || lines.pop()?.trim() !== signs) return null
  const isEnd = (line: string) =>
    line.startsWith(signs) && line.split(signs[0] ?? '').every(rest => rest === '')
  if (lines.some(line => isEnd(line.trim()))) return null
  const insert = lines.join('\n')
  return { from: first, to: last, insert, start: first, end: first + insert.length }
}

/** Whether one such sign, and no more, stands on each side. */
function signsAround(text: string, start: number, end: number, sign: '`' | '$'): boolean {
  const isOne = (at: number, beyond: number) => text[at] === sign && text[beyond] !== sign
  return isOne(start - 1, start - 2) && isOne(end, end + 1)
}
