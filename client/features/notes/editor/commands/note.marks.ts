import { type Edit, onWrittenLines, startOfLine, verbatimLines, type Written } from './note.edit.ts'

type Mark = '**' | '*'

/**
 * Bold or italic, or no longer so, whether or not the marks are selected as well. White space at the edges of a selection stays
 * outside, where markdown wants it, as does what a line begins with, and each line of several has marks of its own, since none reach
 * over paragraphs and items.
 */
export function toggleMark(written: Written, mark: Mark): Edit {
  const { text } = written
  if (text.slice(written.start, written.end).trim().includes('\n')) return markLines(written, mark)
  const { start, end } = withoutMarks(text, withoutHead(text, withoutEdges(text, written)), mark)
  const size = mark.length
  const selected = text.slice(start, end)
  return isMarked(text, { start, end }, mark)
    ? { from: start - size, to: end + size, insert: selected, start: start - size, end: end - size }
    : { from: start, to: end, insert: mark + selected + mark, start: start + size, end: end + size }
}

interface Selection {
  start: number
  end: number
}

function isMarked(text: string, { start, end }: Selection, mark: Mark): boolean {
  const around = Math.min(starsBefore(text, start), starsAfter(text, end))
  return mark === '**' ? around >= 2 : around % 2 === 1
}

/** What is marked, where its marks or some of them are selected, too. */
function withoutMarks(text: string, selection: Selection, mark: Mark): Selection {
  const [, before = '', inner = ''] =
    /^(\*{0,3})(.*?)\*{0,3}$/.exec(text.slice(selection.start, selection.end)) ?? []
  const start = selection.start + before.length
  const bare = { start, end: start + inner.length }
  const hasMarks = Math.min(starsBefore(text, bare.start), starsAfter(text, bare.end)) > 0
  return hasMarks && isOnePiece(inner, mark) ? bare : selection
}

/** Whether the marks around some words belong together: ‘가** 나 **다’ has them around each of its ends. */
function isOnePiece(words: string, mark: Mark): boolean {
  if (words === '' || words.trim() !== words || words.startsWith('*')) return false
  const within = [...words.matchAll(/\*+/g)].filter(([{ length }]) =>
    mark === '**' ? length >= 2 : length % 2 === 1,
  )
  const isPaired = within.every(({ index }, place) => place % 2 === 1 || /\s$/.test(words.slice(0, index)))
  return isPaired && within.length % 2 === 0
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
      const takesMarks = !NO_WORDS.test(line) && !verbatim.has(startOfLine(text, from))
      const head = takesMarks ? headAt(text, from, line) : line
      const words = line.slice(head.length).trimEnd()
      return { head, words, rest: line.slice(head.length + words.length) }
    })
  const isOne = (words: string) =>
    words.length > 2 * mark.length &&
    isMarked(words, withoutMarks(words, { start: 0, end: words.length }, mark), mark)
  const isOff = pieces.every(({ words }) => words === '' || isOne(words))
  const lines = pieces.map(({ head, words, rest }) => {
    if (words === '' || isOne(words) !== isOff) return head + words + rest
    return head + (isOff ? words.slice(mark.length, -mark.length) : mark + words + mark) + rest
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
