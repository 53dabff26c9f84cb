import { type Edit, linesOf, onLines, type Written } from './note.edit.ts'

/** Bold or italic, or no longer so. White space at the edges of a selection stays outside, where markdown wants it. */
export function toggleMark({ text, ...selection }: Written, mark: '**' | '*'): Edit {
  const { start, end } = withoutEdges(text, selection)
  const size = mark.length
  const around = Math.min(starsBefore(text, start), starsAfter(text, end))
  const isMarked = mark === '**' ? around >= 2 : around % 2 === 1
  const selected = text.slice(start, end)
  return isMarked
    ? { from: start - size, to: end + size, insert: selected, start: start - size, end: end - size }
    : { from: start, to: end, insert: mark + selected + mark, start: start + size, end: end + size }
}

function withoutEdges(text: string, { start, end }: { start: number; end: number }) {
  const selected = text.slice(start, end)
  if (selected.trim() === '') return { start, end }
  return {
    start: start + selected.length - selected.trimStart().length,
    end: end - (selected.length - selected.trimEnd().length),
  }
}

function starsBefore(text: string, at: number): number {
  let first = at
  while (text.charAt(first - 1) === '*') first--
  return at - first
}

function starsAfter(text: string, at: number): number {
  let end = at
  while (text.charAt(end) === '*') end++
  return end - at
}

const ADDRESS = /^https?:\/\/\S+$/
const ADDRESS_BEGIN = 'https://'

/**
 * A link on what is selected but white space at its edges, with what is still missing selected: the address, or the words for an
 * address.
 */
export function makeLink({ text, ...selection }: Written): Edit {
  const { start, end } = withoutEdges(text, selection)
  const selected = text.slice(start, end)
  if (ADDRESS.test(selected))
    return { from: start, to: end, insert: `[](${selected})`, start: start + 1, end: start + 1 }
  const address = start + selected.length + 3
  const insert = `[${selected}](${ADDRESS_BEGIN})`
  return { from: start, to: end, insert, start: address, end: address + ADDRESS_BEGIN.length }
}

/** What closes a sign that is typed over a selection: then it stands around the selection. */
const CLOSING = new Map([
  ['*', '*'],
  ['_', '_'],
  ['`', '`'],
  ['"', '"'],
  ["'", "'"],
  ['(', ')'],
  ['[', ']'],
  ['{', '}'],
])

/** Null without a selection, and for signs that stand alone. */
export function wrap({ text, start, end }: Written, sign: string): Edit | null {
  const closing = CLOSING.get(sign)
  if (closing === undefined || start === end) return null
  const insert = sign + text.slice(start, end) + closing
  return { from: start, to: end, insert, start: start + 1, end: end + 1 }
}

/**
 * In a line code or a formula stands between two signs, and asked for again it does so no more; over several lines, taken whole,
 * between two lines of them.
 */
export function fence(written: Written, inline: '`' | '$', block: '```' | '$$'): Edit {
  const { text, start, end } = written
  const selected = text.slice(start, end)
  if (!selected.includes('\n')) {
    const isMarked = selected !== '' && signsAround(text, start, end, inline)
    if (isMarked) return { from: start - 1, to: end + 1, insert: selected, start: start - 1, end: end - 1 }
    const at = start + inline.length
    return { from: start, to: end, insert: inline + selected + inline, start: at, end: at + selected.length }
  }
  const { from, to } = linesOf(written)
  const lines = text.slice(from, to)
  const at = from + block.length + 1
  return { from, to, insert: `${block}\n${lines}\n${block}`, start: at, end: at + lines.length }
}

/** Whether one such sign, and no more, stands on each side. */
function signsAround(text: string, start: number, end: number, sign: '`' | '$'): boolean {
  const isOne = (at: number, beyond: number) => text[at] === sign && text[beyond] !== sign
  return isOne(start - 1, start - 2) && isOne(end, end + 1)
}

const HEADING = /^(#{1,6}) +/
/** Of an item or a task, which a heading is not; a number may belong to its words. */
const BULLET = /^ *[-*+] +(?:\[[ xX]\] +)?/

/** Makes the lines headings of a level; who are so already become plain lines again. */
export function toggleHeading(written: Written, level: 1 | 2 | 3): Edit {
  const sign = `${'#'.repeat(level)} `
  return onLines(written, line => {
    const bare = line.replace(HEADING, '').replace(BULLET, '')
    return HEADING.exec(line)?.[1]?.length === level ? bare : sign + bare
  })
}
