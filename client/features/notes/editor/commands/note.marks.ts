import { addMark, type EmphasisMark, innerRange, isBalanced, removeMark } from './emphasisPairs.ts'
import {
  changeNonEmptyLines,
  type Edit,
  endOfLine,
  isInFormula,
  linesOf,
  openFence,
  startOfLine,
  type TextState,
  verbatimLines,
} from './note.edit.ts'

/**
 * Toggles bold or italic, whether or not the selection includes the marks. White space at the edges and line prefixes stay outside the
 * marks, as Markdown requires. Each selected line gets its own marks, because emphasis cannot span blocks.
 */
export function toggleMark(state: TextState, mark: EmphasisMark): Edit {
  const { text } = state
  if (text.slice(state.start, state.end).trim().includes('\n')) return toggleMarkOnLines(state, mark)
  const selection = withoutLinePrefix(text, trimSelection(text, state))
  if (text.slice(selection.start, selection.end).trim() === '')
    return toggleMarkAtCaret(text, selection, mark)
  const { start: from, end: to } = includeStars(text, selection)
  const words = text.slice(from, to)
  const plain = removeMark(words, mark)
  if (plain !== null) return createEdit(from, to, plain, innerRange(plain))
  const inner = innerRange(words)
  const insert =
    words.slice(0, inner.start) + addMark(words.slice(inner.start, inner.end), mark) + words.slice(inner.end)
  const size = inner.start + mark.length
  return createEdit(from, to, insert, {
    start: size,
    end: insert.length - (words.length - inner.end) - mark.length,
  })
}

interface Selection {
  start: number
  end: number
}

function createEdit(from: number, to: number, insert: string, { start, end }: Selection): Edit {
  return { from, to, insert, start: from + start, end: from + end }
}

/** Inserts marks for the text to be typed, or removes them. */
function toggleMarkAtCaret(text: string, { start, end }: Selection, mark: EmphasisMark): Edit {
  const selected = text.slice(start, end)
  const around = Math.min(countStarsBefore(text, start), countStarsAfter(text, end))
  const size = mark.length
  return (mark === '**' ? around >= 2 : around % 2 === 1)
    ? { from: start - size, to: end + size, insert: selected, start: start - size, end: end - size }
    : { from: start, to: end, insert: mark + selected + mark, start: start + size, end: end + size }
}

/** Extends the selection over adjacent stars if all stars then pair up. */
function includeStars(text: string, { start, end }: Selection): Selection {
  const wide = { start: start - countStarsBefore(text, start), end: end + countStarsAfter(text, end) }
  return isBalanced(text.slice(wide.start, wide.end)) ? wide : { start, end }
}

const LINE_PREFIX = /^(?:[ \t>]|#{1,6} |[-*+] |\d{1,9}[.)] |\[[ xX]\] )*/
/** A table row, a formula or a horizontal rule. */
const UNMARKABLE_LINE = /^[ \t]*(?:\||\$\$|(?:[-*_=][ \t]*){3,}$)/

/** Excludes the line prefix if a whole line is selected. */
function withoutLinePrefix(text: string, { start, end }: Selection): Selection {
  const prefix = linePrefixAt(text, start, text.slice(start, end))
  return prefix.length < end - start ? { start: start + prefix.length, end } : { start, end }
}

/** The line prefix, if the selection starts at the start of a line. */
function linePrefixAt(text: string, at: number, line: string): string {
  const coversLines = text.slice(startOfLine(text, at), at).trim() === ''
  return coversLines ? (LINE_PREFIX.exec(line)?.[0] ?? '') : ''
}

/** Toggles the marks of all selected lines together. */
function toggleMarkOnLines(state: TextState, mark: EmphasisMark): Edit {
  const { text } = state
  const { start, end } = trimSelection(text, state)
  const verbatim = verbatimLines(text)
  let at = start
  const parts = text
    .slice(start, end)
    .split('\n')
    .map(line => {
      const from = at
      at += line.length + 1
      const first = startOfLine(text, from)
      const takesMarks =
        !UNMARKABLE_LINE.test(text.slice(first, endOfLine(text, from))) && !verbatim.has(first)
      const prefix = takesMarks ? linePrefixAt(text, from, line) : line
      const content = line.slice(prefix.length)
      const words = /[^\s*]/.test(content) ? content.trimEnd() : ''
      return { prefix, words, plain: removeMark(words, mark), rest: content.slice(words.length) }
    })
  const removesMarks = parts.every(({ words, plain }) => words === '' || plain !== null)
  const lines = parts.map(({ prefix, words, plain, rest }) => {
    if (words === '') return prefix + rest
    return prefix + (removesMarks ? plain : plain === null ? addMark(words, mark) : words) + rest
  })
  const insert = lines.join('\n')
  return { from: start, to: end, insert, start, end: start + insert.length }
}

function trimSelection(text: string, { start, end }: Selection): Selection {
  const selected = text.slice(start, end)
  if (selected.trim() === '') return { start, end }
  return {
    start: start + selected.length - selected.trimStart().length,
    end: end - (selected.length - selected.trimEnd().length),
  }
}

function countStarsBefore(text: string, at: number): number {
  let first = at
  while (text.charAt(first - 1) === '*') first--
  return at - first
}

function countStarsAfter(text: string, at: number): number {
  let end = at
  while (text.charAt(end) === '*') end++
  return end - at
}

const ADDRESS = /^https?:\/\/\S+$/
const ADDRESS_START = 'https://'

/** Turns the selection into a link and selects the missing part: the address, or the text if an address was selected. */
export function makeLink({ text, ...selection }: TextState): Edit {
  const { start, end } = trimSelection(text, selection)
  const selected = text.slice(start, end)
  if (ADDRESS.test(selected))
    return { from: start, to: end, insert: `[](${selected})`, start: start + 1, end: start + 1 }
  const address = start + selected.length + 3
  const insert = `[${selected}](${ADDRESS_START})`
  return { from: start, to: end, insert, start: address, end: address + ADDRESS_START.length }
}

/** Closing characters: typing an opening one wraps the selection. */
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

/** Null without a selection, or for characters without a closing one. */
export function wrapSelection({ text, start, end }: TextState, sign: string): Edit | null {
  const closing = CLOSING.get(sign)
  if (closing === undefined || start === end) return null
  const insert = sign + text.slice(start, end) + closing
  return { from: start, to: end, insert, start: start + 1, end: end + 1 }
}

const HEADING = /^(#{1,6}) +/
/** Bullets and task boxes are removed; a number may be part of the heading. */
const BULLET = /^ *[-*+] +(?:\[[ xX]\] +)?/

/** Turns the lines into headings of a level, or back. */
export function toggleHeading(state: TextState, level: 1 | 2 | 3): Edit {
  const sign = `${'#'.repeat(level)} `
  return changeNonEmptyLines(state, line => {
    const plain = line.replace(HEADING, '').replace(BULLET, '')
    return HEADING.exec(line)?.[1]?.length === level ? plain : sign + plain
  })
}

type Block = '```' | '$$'

/** Toggles inline or block code, or an inline or block formula. Several lines become a block. */
export function toggleFence(state: TextState, inline: '`' | '$', block: Block): Edit {
  const { text, start, end } = state
  const selected = text.slice(start, end)
  const lines = linesOf(state)
  const coversLines = start === lines.from && end === lines.to
  if (coversLines || selected.includes('\n')) {
    const plain = removeFence(state, block)
    if (plain) return plain
  }
  if (selected.includes('\n')) return addFence(state, block)
  const isWrapped = selected !== '' && isWrappedInSign(text, start, end, inline)
  if (isWrapped) return { from: start - 1, to: end + 1, insert: selected, start: start - 1, end: end - 1 }
  const at = start + inline.length
  return { from: start, to: end, insert: inline + selected + inline, start: at, end: at + selected.length }
}

function addFence(state: TextState, block: Block): Edit {
  const { from, to } = linesOf(state)
  const lines = state.text.slice(from, to)
  const fences = lines.match(/(?<=^ {0,3})`{3,}/gm) ?? []
  // The fence must be longer than any fence in the text.
  const sign =
    block === '```'
      ? fences.reduce<string>(
          (longest, found) => (found.length < longest.length ? longest : `${found}\``),
          block,
        )
      : block
  const at = from + sign.length + 1
  return { from, to, insert: `${sign}\n${lines}\n${sign}`, start: at, end: at + lines.length }
}

/** Text behind a code fence is the language and is removed with the fence. */
const OPENING_FENCE = { '```': /^(`{3,})[^`]*$/, $$: /^\s*(\$\$)\s*$/ }

/** Removes the fence lines, selected or not, around a selection that is the whole content of a block. Null elsewhere. */
function removeFence(state: TextState, block: Block): Edit | null {
  const { text } = state
  const { from, to } = linesOf(state)
  const openSign = block === '```' ? openFence(text, from) : isInFormula(text, from) ? block : ''
  const first = openSign ? startOfLine(text, from - 1) : from
  const last = openSign ? endOfLine(text, to + 1) : to
  const [opening = '', ...lines] = text.slice(first, last).split('\n')
  const signs = OPENING_FENCE[block].exec(opening)?.[1]
  if (signs === undefined || (openSign && openSign !== signs) || lines.pop()?.trim() !== signs) return null
  const isEnd = (line: string) =>
    line.startsWith(signs) && line.split(signs[0] ?? '').every(rest => rest === '')
  if (lines.some(line => isEnd(line.trim()))) return null
  const insert = lines.join('\n')
  return { from: first, to: last, insert, start: first, end: first + insert.length }
}

/** Whether exactly one sign is on each side. */
function isWrappedInSign(text: string, start: number, end: number, sign: '`' | '$'): boolean {
  const isOne = (at: number, beyond: number) => text[at] === sign && text[beyond] !== sign
  return isOne(start - 1, start - 2) && isOne(end, end + 1)
}
