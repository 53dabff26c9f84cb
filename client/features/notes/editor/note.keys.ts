/** What keys do to a markdown text: pure, the text area carries it out. */

export interface Written {
  text: string
  /** The selection. */
  start: number
  end: number
}

/** Puts `insert` in place of `from` to `to`, and selects. */
export interface Edit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

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

/** A link on what is selected, with what is still missing selected: the address, or the words for an address. */
export function makeLink({ text, start, end }: Written): Edit {
  const selected = text.slice(start, end)
  if (ADDRESS.test(selected))
    return { from: start, to: end, insert: `[](${selected})`, start: start + 1, end: start + 1 }
  const address = start + selected.length + 3
  const insert = `[${selected}](${ADDRESS_BEGIN})`
  return { from: start, to: end, insert, start: address, end: address + ADDRESS_BEGIN.length }
}

/** Indent, sign or number, task box: the beginning of a list's line. */
const ITEM = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))( +)(\[[ xX]\] )?/

/** The next item of a list; null where Enter is only a line break. On an empty item it ends the list. */
export function continueList({ text, start, end }: Written): Edit | null {
  if (start !== end || isInCode(text, start)) return null
  const lineStart = startOfLine(text, start)
  const lineEnd = endOfLine(text, start)
  const item = ITEM.exec(text.slice(lineStart, lineEnd))
  if (item === null || start < lineStart + item[0].length) return null
  if (lineEnd === lineStart + item[0].length)
    return { from: lineStart, to: lineEnd, insert: '', start: lineStart, end: lineStart }
  const [, indent = '', bullet, number, point = '', space = '', task] = item
  const sign = bullet ?? `${Number(number) + 1}${point}`
  const insert = `\n${indent}${sign}${space}${task === undefined ? '' : '[ ] '}`
  return { from: start, to: start, insert, start: start + insert.length, end: start + insert.length }
}

/** Between two fences every sign is itself. */
function isInCode(text: string, at: number): boolean {
  const fences = text.slice(0, at).match(/^ {0,3}(```|~~~)/gm)
  return fences !== null && fences.length % 2 === 1
}

const startOfLine = (text: string, at: number) => text.slice(0, at).lastIndexOf('\n') + 1
const endOfLine = (text: string, at: number) => {
  const found = text.indexOf('\n', at)
  return found < 0 ? text.length : found
}

/** Under an ordered item three spaces are needed, elsewhere two; to move back takes as many, or a tab. */
const depthOf = (line: string) =>
  /^\s*\d{1,9}[.)] /.test(line)
    ? { spaces: '   ', back: /^(?:\t| {1,3})/ }
    : { spaces: '  ', back: /^(?:\t| {1,2})/ }

/** Two spaces at the caret; within a list, or with something selected, whole lines move to the right. */
export function indent({ text, start, end }: Written): Edit {
  const from = startOfLine(text, start)
  const to = endOfLine(text, Math.max(start, end - 1))
  const before = text.slice(from, to)
  if (start === end && !ITEM.test(before))
    return { from: start, to: end, insert: '  ', start: start + 2, end: start + 2 }
  return shifted({ text, start, end }, { from, to }, line =>
    line === '' ? line : depthOf(line).spaces + line,
  )
}

/** Null when no line can move to the left. */
export function outdent(written: Written): Edit | null {
  const { text, start, end } = written
  const from = startOfLine(text, start)
  const to = endOfLine(text, Math.max(start, end - 1))
  const edit = shifted(written, { from, to }, line => line.replace(depthOf(line).back, ''))
  return edit.insert === text.slice(from, to) ? null : edit
}

function shifted(
  { text, start, end }: Written,
  { from, to }: { from: number; to: number },
  shift: (line: string) => string,
): Edit {
  const lines = text.slice(from, to).split('\n')
  const moved = lines.map(shift)
  const insert = moved.join('\n')
  const first = (moved[0] ?? '').length - (lines[0] ?? '').length
  const whole = insert.length - (to - from)
  const newStart = Math.max(from, start + first)
  return { from, to, insert, start: newStart, end: Math.max(newStart, end + whole) }
}
