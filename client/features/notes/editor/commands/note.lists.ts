import {
  applied,
  type Edit,
  endOfLine,
  isInCode,
  onLines,
  onWrittenLines,
  startOfLine,
  type Written,
  writtenLines,
} from './note.edit.ts'
import { recounted } from './note.numbers.ts'

/** Signs of a quote at the beginning of a line. */
const QUOTE = /^(?: {0,3}>)+ ?/

/** Indent, sign or number, task box: the beginning of a list's line. */
const ITEM = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))( +)(\[[ xX]\] )?/

/**
 * The next item of a list, or line of a quote; null where Enter is only a line break. On an empty item it leaves the
 * innermost list, on an empty line of a quote the quote; what is written then stands outside.
 */
export function continueLine(written: Written): Edit | null {
  const { text, start, end } = written
  if (start !== end || isInCode(text, start)) return null
  const from = startOfLine(text, start)
  const to = endOfLine(text, start)
  const line = text.slice(from, to)
  const quote = QUOTE.exec(line)?.[0] ?? ''
  const item = ITEM.exec(line.slice(quote.length))
  const head = quote + (item?.[0] ?? '')
  if (head === '' || start < from + head.length) return null
  if (line.trimEnd() === head.trimEnd()) {
    const before = text.slice(0, from)
    const outer = item ? outerHead(before, quote, item[1] ?? '') : outerQuote(quote)
    const insert = ITEM.test(outer.slice(quote.length)) ? outer : gapAfter(before, outer) + outer
    const at = from + insert.length
    return recounted(written, { from, to, insert, start: at, end: at })
  }
  const insert = `\n${quote}${item ? nextHead(item) : ''}`
  const at = start + insert.length
  return recounted(written, { from: start, to: start, insert, start: at, end: at })
}

function nextHead([, indent = '', bullet, number, point = '', space = '', task]: RegExpExecArray): string {
  const sign = bullet ?? `${Number(number) + 1}${point}`
  return `${indent}${sign}${space}${task === undefined ? '' : '[ ] '}`
}

/** How a line of the list around this one begins; the bare quote where there is none. */
function outerHead(before: string, quote: string, indent: string): string {
  if (indent === '') return quote
  for (const line of before.split('\n').reverse()) {
    if (!line.startsWith(quote)) break
    const item = ITEM.exec(line.slice(quote.length))
    if (item && (item[1] ?? '').length < indent.length) return quote + nextHead(item)
  }
  return quote
}

/** The empty line without which markdown draws what comes next within the item or quote above; '' where none is above. */
function gapAfter(before: string, outer: string): string {
  const bare = outer.trimEnd()
  for (const line of before.split('\n').slice(0, -1).reverse()) {
    const inner = line.startsWith(bare) ? line.slice(bare.length).replace(/^ (?=\S)/, '') : line
    if (inner.replace(QUOTE, '').trim() === '') return ''
    if (QUOTE.test(inner) || ITEM.test(inner)) return `${bare}\n`
  }
  return ''
}

/** Takes an empty item's whole beginning away, or an empty line's of a quote; null elsewhere. */
export function clearHead({ text, start, end }: Written): Edit | null {
  if (start !== end || isInCode(text, start)) return null
  const from = startOfLine(text, start)
  const line = text.slice(from, endOfLine(text, start))
  const quote = QUOTE.exec(line)?.[0] ?? ''
  const item = ITEM.exec(line.slice(quote.length))?.[0] ?? ''
  const head = quote + item
  if (head === '' || line !== head || start !== from + head.length) return null
  const insert = item === '' ? '' : quote
  return { from, to: start, insert, start: from + insert.length, end: from + insert.length }
}

const outerQuote = (quote: string) => quote.replace(/> ?$/, '').replace(/^ +$/, '')

/** Under an ordered item three spaces are needed, elsewhere two; to move back takes as many, or a tab. */
const depthOf = (line: string) =>
  /^\s*\d{1,9}[.)] /.test(line)
    ? { spaces: '   ', back: /^(?:\t| {1,3})/ }
    : { spaces: '  ', back: /^(?:\t| {1,2})/ }

/** Two spaces at the caret; within a list, or with something selected, whole lines move to the right. */
export function indent(written: Written): Edit {
  const { text, start, end } = written
  const line = text.slice(startOfLine(text, start), endOfLine(text, start))
  if (start === end && !ITEM.test(line))
    return { from: start, to: end, insert: '  ', start: start + 2, end: start + 2 }
  return recounted(
    written,
    onLines(written, moved => (moved === '' ? moved : depthOf(moved).spaces + moved)),
  )
}

/** Null when no line can move to the left. */
export function outdent(written: Written): Edit | null {
  const edit = onLines(written, line => line.replace(depthOf(line).back, ''))
  return applied(written, edit) === written.text ? null : recounted(written, edit)
}

/** What the lines begin with, in place of any other beginning of a list; taken off where all begin so already. */
export function toggleItems(written: Written, kind: 'bullet' | 'task'): Edit {
  const sign = kind === 'bullet' ? '- ' : '- [ ] '
  const isOne = (line: string) => {
    const [, , bullet, , , , task] = ITEM.exec(line) ?? []
    return kind === 'task' ? task !== undefined : bullet !== undefined && task === undefined
  }
  const isOff = writtenLines(written).every(isOne)
  return onWrittenLines(written, line => {
    const bare = line.replace(ITEM, '$1')
    return isOff ? bare : bare.replace(/^[ \t]*/, space => space + sign)
  })
}

export function toggleQuote(written: Written): Edit {
  return writtenLines(written).every(line => QUOTE.test(line))
    ? onLines(written, line => line.replace(/^ {0,3}> ?/, ''))
    : onLines(written, line => `> ${line}`)
}

/** Moves the touched lines over the one before or after them. Null at the text's edge. */
export function moveLines(written: Written, by: -1 | 1): Edit | null {
  const { text, start, end } = written
  const from = startOfLine(text, start)
  const to = endOfLine(text, Math.max(start, end - 1))
  if (by === -1 ? from === 0 : to === text.length) return null
  const lines = text.slice(from, to)
  const first = by === -1 ? startOfLine(text, from - 1) : from
  const last = by === -1 ? to : endOfLine(text, to + 1)
  const other = by === -1 ? text.slice(first, from - 1) : text.slice(to + 1, last)
  const insert = by === -1 ? `${lines}\n${other}` : `${other}\n${lines}`
  const shift = by * (other.length + 1)
  return recounted(written, { from: first, to: last, insert, start: start + shift, end: end + shift })
}
