import { renumberLists } from './listNumbering.ts'
import {
  applyToText,
  changeLines,
  changeNonEmptyLines,
  type Edit,
  endOfLine,
  isInCode,
  nonEmptyLines,
  startOfLine,
  type TextState,
} from './note.edit.ts'

const QUOTE_PREFIX = /^(?: {0,3}>)+ ?/

/** Indent, bullet or number, task box. */
const LIST_ITEM = /^([ \t]*)(?:([-*+])|(\d{1,9})([.)]))( +)(\[[ xX]\] )?/

/**
 * Enter: continues a list or quote, and on an empty item or quote line ends the innermost list or quote. In code it keeps the indentation.
 * Returns null where Enter is a plain line break.
 */
export function continueLine(state: TextState): Edit | null {
  const { text, start, end } = state
  if (start !== end) return null
  if (isInCode(text, start)) return continueCode(state)
  const from = startOfLine(text, start)
  const to = endOfLine(text, start)
  const line = text.slice(from, to)
  const quote = QUOTE_PREFIX.exec(line)?.[0] ?? ''
  const item = LIST_ITEM.exec(line.slice(quote.length))
  const prefix = quote + (item?.[0] ?? '')
  if (prefix === '' || start < from + prefix.length) return null
  if (line.trimEnd() === prefix.trimEnd()) {
    const before = text.slice(0, from)
    const outer = item ? outerItemPrefix(before, quote, item[1] ?? '') : outerQuotePrefix(quote)
    const insert = LIST_ITEM.test(outer.slice(quote.length)) ? outer : separatorAfter(before, outer) + outer
    const at = from + insert.length
    return renumberLists(state, { from, to, insert, start: at, end: at })
  }
  const insert = `\n${quote}${item ? nextItemPrefix(item) : ''}`
  const at = start + insert.length
  return renumberLists(state, { from: start, to: start, insert, start: at, end: at })
}

function continueCode({ text, start }: TextState): Edit | null {
  const [indentation = ''] = /^[ \t]*/.exec(text.slice(startOfLine(text, start), start)) ?? []
  if (indentation === '') return null
  const at = start + 1 + indentation.length
  return { from: start, to: start, insert: `\n${indentation}`, start: at, end: at }
}

function nextItemPrefix([
  ,
  indent = '',
  bullet,
  number,
  point = '',
  space = '',
  task,
]: RegExpExecArray): string {
  const sign = bullet ?? `${Number(number) + 1}${point}`
  return `${indent}${sign}${space}${task === undefined ? '' : '[ ] '}`
}

/** Prefix of the next item of the surrounding list, or the quote prefix if there is none. */
function outerItemPrefix(before: string, quote: string, indent: string): string {
  if (indent === '') return quote
  for (const line of before.split('\n').reverse()) {
    if (!line.startsWith(quote)) break
    const item = LIST_ITEM.exec(line.slice(quote.length))
    if (item && (item[1] ?? '').length < indent.length) return quote + nextItemPrefix(item)
  }
  return quote
}

/** The empty line that separates a following paragraph from the item or quote above; '' if there is none. */
function separatorAfter(before: string, outer: string): string {
  const plain = outer.trimEnd()
  for (const line of before.split('\n').slice(0, -1).reverse()) {
    const inner = line.startsWith(plain) ? line.slice(plain.length).replace(/^ (?=\S)/, '') : line
    if (inner.replace(QUOTE_PREFIX, '').trim() === '') return ''
    if (QUOTE_PREFIX.test(inner) || LIST_ITEM.test(inner)) return `${plain}\n`
  }
  return ''
}

/** Backspace: removes the whole prefix of an empty item or quote line. Null elsewhere. */
export function clearLinePrefix({ text, start, end }: TextState): Edit | null {
  if (start !== end || isInCode(text, start)) return null
  const from = startOfLine(text, start)
  const line = text.slice(from, endOfLine(text, start))
  const quote = QUOTE_PREFIX.exec(line)?.[0] ?? ''
  const item = LIST_ITEM.exec(line.slice(quote.length))?.[0] ?? ''
  const prefix = quote + item
  if (prefix === '' || line !== prefix || start !== from + prefix.length) return null
  const insert = item === '' ? '' : quote
  return { from, to: start, insert, start: from + insert.length, end: from + insert.length }
}

const outerQuotePrefix = (quote: string) => quote.replace(/> ?$/, '').replace(/^ +$/, '')

/** Items below an ordered item need three spaces, others two. Outdenting removes as many, or a tab. */
const indentOf = (line: string) =>
  /^\s*\d{1,9}[.)] /.test(line)
    ? { spaces: '   ', back: /^(?:\t| {1,3})/ }
    : { spaces: '  ', back: /^(?:\t| {1,2})/ }

/** Indents the selected lines or list item. Elsewhere inserts two spaces at the caret. */
export function indent(state: TextState): Edit {
  const { text, start, end } = state
  const line = text.slice(startOfLine(text, start), endOfLine(text, start))
  if (start === end && !LIST_ITEM.test(line))
    return { from: start, to: end, insert: '  ', start: start + 2, end: start + 2 }
  return renumberLists(
    state,
    changeLines(state, moved => (moved === '' ? moved : indentOf(moved).spaces + moved)),
  )
}

/** Null if no line is indented. */
export function outdent(state: TextState): Edit | null {
  const edit = changeLines(state, line => line.replace(indentOf(line).back, ''))
  return applyToText(state, edit) === state.text ? null : renumberLists(state, edit)
}

/** Turns the lines into list items, or back if all are such items already. */
export function toggleItems(state: TextState, kind: 'bullet' | 'number' | 'task'): Edit {
  const hasMarker = (line: string) => {
    const [, , bullet, number, , , task] = LIST_ITEM.exec(line) ?? []
    if (kind === 'task') return task !== undefined
    return (kind === 'number' ? number : bullet) !== undefined && task === undefined
  }
  const removesMarker = nonEmptyLines(state).every(hasMarker)
  let number = 0
  const nextSign = () => (kind === 'bullet' ? '- ' : kind === 'task' ? '- [ ] ' : `${++number}. `)
  return changeNonEmptyLines(state, line => {
    const plain = line.replace(LIST_ITEM, '$1')
    return removesMarker ? plain : plain.replace(/^[ \t]*/, space => space + nextSign())
  })
}

export function toggleQuote(state: TextState): Edit {
  return nonEmptyLines(state).every(line => QUOTE_PREFIX.test(line))
    ? changeLines(state, line => line.replace(/^ {0,3}> ?/, ''))
    : changeLines(state, line => `> ${line}`)
}

/** Swaps the selected lines with the line before or after them. Null at the edge of the text. */
export function moveLines(state: TextState, by: -1 | 1): Edit | null {
  const { text, start, end } = state
  const from = startOfLine(text, start)
  const to = endOfLine(text, Math.max(start, end - 1))
  if (by === -1 ? from === 0 : to === text.length) return null
  const lines = text.slice(from, to)
  const first = by === -1 ? startOfLine(text, from - 1) : from
  const last = by === -1 ? to : endOfLine(text, to + 1)
  const other = by === -1 ? text.slice(first, from - 1) : text.slice(to + 1, last)
  const insert = by === -1 ? `${lines}\n${other}` : `${other}\n${lines}`
  const shift = by * (other.length + 1)
  return renumberLists(state, { from: first, to: last, insert, start: start + shift, end: end + shift })
}
