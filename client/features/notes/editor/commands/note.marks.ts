import {
  type Edit,
  endOfLine,
  onWrittenLines,
  startOfLine,
  verbatimLines,
  type Written,
} from './note.edit.ts'
import { innerOf, isBalanced, type Mark, marked, unmarked } from './note.pairs.ts'

/**
 * Bold or italic, or no longer so, whether or not the marks are selected as well. White space at the edges of a selection stays
 * outside, where markdown wants it, as does what a line begins with, and each line of several has marks of its own, since none reach
 * over paragraphs and items.
 */
export function toggleMark(written: Written, mark: Mark): Edit {
  const { text } = written
  if (text.slice(written.start, written.end).trim().includes('\n')) return markLines(written, mark)
  const selection = withoutHead(text, withoutEdges(text, written))
  if (text.slice(selection.start, selection.end).trim() === '') return toggleEmpty(text, selection, mark)
  const { start: from, end: to } = withStars(text, selection)
  const words = text.slice(from, to)
  const bare = unmarked(words, mark)
  if (bare !== null) return replaced(from, to, bare, innerOf(bare))
  const inner = innerOf(words)
  const insert =
    words.slice(0, inner.start) + marked(words.slice(inner.start, inner.end), mark) + words.slice(inner.end)
  const size = inner.start + mark.length
  return replaced(from, to, insert, {
    start: size,
    end: insert.length - (words.length - inner.end) - mark.length,
  })
}

interface Selection {
  start: number
  end: number
}

function replaced(from: number, to: number, insert: string, { start, end }: Selection): Edit {
  return { from, to, insert, start: from + start, end: from + end }
}

/** Marks for what is written next, or no longer. */
function toggleEmpty(text: string, { start, end }: Selection, mark: Mark): Edit {
  const selected = text.slice(start, end)
  const around = Math.min(starsBefore(text, start), starsAfter(text, end))
  const size = mark.length
  return (mark === '**' ? around >= 2 : around % 2 === 1)
    ? { from: start - size, to: end + size, insert: selected, start: start - size, end: end - size }
    : { from: start, to: end, insert: mark + selected + mark, start: start + size, end: end + size }
}

/** With the stars beside it, where these and those within belong together. */
function withStars(text: string, { start, end }: Selection): Selection {
  const wide = { start: start - starsBefore(text, start), end: end + starsAfter(text, end) }
  return isBalanced(text.slice(wide.start, wide.end)) ? wide : { start, end }
}

/** What a line begins with before its words. */
const LINE_HEAD = /^(?:[ \t>]|#{1,6} |[-*+] |\d{1,9}[.)] |\[[ xX]\] )*/
/** A line that its signs make a table, a formula or a rule. */
const NO_WORDS = /^[ \t]*(?:\||\$\$|(?:[-*_=][ \t]*){3,}$)/

/** The words alone, where a whole line is selected. */
function withoutHead(text: string, { start, end }: Selection): Selection {
  const head = headAt(text, start, text.slice(start, end))
  return head.length < end - start ? { start: start + head.length, end } : { start, end }
}

/** What stands before the words of a line, or of the rest of one that is selected from `at`. */
function headAt(text: string, at: number, line: string): string {
  const isWhole = text.slice(startOfLine(text, at), at).trim() === ''
  return isWhole ? (LINE_HEAD.exec(line)?.[0] ?? '') : ''
}

/** The words of each selected line, all or none of them marked. */
function markLines(written: Written, mark: Mark): Edit {
  const { text } = written
  const { start, end } = withoutEdges(text, written)
  const verbatim = verbatimLines(text)
  let at = start
  const pieces = text
    .slice(start, end)
    .split('\n')
    .map(line => {
      const from = at
      at += line.length + 1
      const first = startOfLine(text, from)
      const takesMarks = !NO_WORDS.test(text.slice(first, endOfLine(text, from))) && !verbatim.has(first)
      const head = takesMarks ? headAt(text, from, line) : line
      const behind = line.slice(head.length)
      const words = /[^\s*]/.test(behind) ? behind.trimEnd() : ''
      return { head, words, bare: unmarked(words, mark), rest: behind.slice(words.length) }
    })
  const isOff = pieces.every(({ words, bare }) => words === '' || bare !== null)
  const lines = pieces.map(({ head, words, bare, rest }) => {
    if (words === '') return head + rest
    return head + (isOff ? bare : bare === null ? marked(words, mark) : words) + rest
  })
  const insert = lines.join('\n')
  return { from: start, to: end, insert, start, end: start + insert.length }
}

function withoutEdges(text: string, { start, end }: Selection): Selection {
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

const HEADING = /^(#{1,6}) +/
/** Of an item or a task, which a heading is not; a number may belong to its words. */
const BULLET = /^ *[-*+] +(?:\[[ xX]\] +)?/

/** Makes the lines headings of a level; who are so already become plain lines again. */
export function toggleHeading(written: Written, level: 1 | 2 | 3): Edit {
  const sign = `${'#'.repeat(level)} `
  return onWrittenLines(written, line => {
    const bare = line.replace(HEADING, '').replace(BULLET, '')
    return HEADING.exec(line)?.[1]?.length === level ? bare : sign + bare
  })
}
