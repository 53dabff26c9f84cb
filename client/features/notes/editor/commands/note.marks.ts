import { type Edit, endOfLine, linesOf, onWrittenLines, startOfLine, type Written } from './note.edit.ts'

type Mark = '**' | '*'

/**
 * Bold or italic, or no longer so, whether or not the marks are selected as well. White space at the edges of a selection stays
 * outside, where markdown wants it, and each line of several has marks of its own, since none reach over paragraphs and items.
 */
export function toggleMark(written: Written, mark: Mark): Edit {
  if (written.text.slice(written.start, written.end).trim().includes('\n')) return markLines(written, mark)
  const { text } = written
  const { start, end } = withoutMarks(text, withoutEdges(text, written))
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
function withoutMarks(text: string, selection: Selection): Selection {
  const [, before = '', inner = ''] =
    /^(\*{0,3})([^*]+)\*{0,3}$/.exec(text.slice(selection.start, selection.end)) ?? []
  const start = selection.start + before.length
  const bare = { start, end: start + inner.length }
  const isWhole =
    inner !== '' &&
    inner.trim() === inner &&
    Math.min(starsBefore(text, bare.start), starsAfter(text, bare.end)) > 0
  return isWhole ? bare : selection
}

/** What a line begins with before its words. */
const LINE_HEAD = /^(?:[ \t>]|#{1,6} |[-*+] |\d{1,9}[.)] |\[[ xX]\] )*/

/** The words of each selected line, all or none of them marked. */
function markLines(written: Written, mark: Mark): Edit {
  const { text } = written
  const { start, end } = withoutEdges(text, written)
  const pieces = text
    .slice(start, end)
    .split('\n')
    .map((line, place) => {
      const isWhole = place > 0 || text.slice(startOfLine(text, start), start).trim() === ''
      const head = isWhole ? (LINE_HEAD.exec(line)?.[0] ?? '') : ''
      const words = line.slice(head.length).trimEnd()
      return { head, words, rest: line.slice(head.length + words.length) }
    })
  const isOne = (words: string) =>
    words.length > 2 * mark.length &&
    isMarked(words, withoutMarks(words, { start: 0, end: words.length }), mark)
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

/** The lines alone, where the selection is what stands between two lines of signs, with these or without; null elsewhere. */
function withoutFence(written: Written, block: string): Edit | null {
  const { text } = written
  const { from, to } = linesOf(written)
  const lines = text.slice(from, to).split('\n')
  const isFence = (line = '') => line.startsWith(block)
  const isOpen = text.slice(0, from).split('\n').filter(isFence).length % 2 === 1
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
