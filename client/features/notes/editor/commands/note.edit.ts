/** Changes to a markdown text: pure, the text area carries them out. */

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

/** Null where the command has nothing to do, and the key means what it always means. */
export type Command = (written: Written) => Edit | null

export const startOfLine = (text: string, at: number) => text.slice(0, at).lastIndexOf('\n') + 1

export function endOfLine(text: string, at: number): number {
  const found = text.indexOf('\n', at)
  return found < 0 ? text.length : found
}

/** The whole lines that a selection touches; a line of which it takes only the beginning is not touched. */
export function linesOf({ text, start, end }: Written): { from: number; to: number } {
  return { from: startOfLine(text, start), to: endOfLine(text, Math.max(start, end - 1)) }
}

export function applied({ text }: Pick<Written, 'text'>, { from, to, insert }: Edit): string {
  return text.slice(0, from) + insert + text.slice(to)
}

/** ‘```code```’ is code within its line. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

/** The signs that opened the code in which what follows a line stands, as `open` did for the line itself; '' for none. */
function fenceAfter(open: string, line: string): string {
  const signs = FENCE.exec(line)?.[1]
  if (signs === undefined) return open
  if (open === '') return signs
  const isEnd = signs.startsWith(open) && line.trim() === signs
  return isEnd ? '' : open
}

/** The signs that opened the code in which something stands; '' for none. */
export function openFence(text: string, at: number): string {
  return text.slice(0, at).split('\n').reduce(fenceAfter, '')
}

/** Between two fences every sign is itself. */
export const isInCode = (text: string, at: number) => openFence(text, at) !== ''

/** A formula that does not end is none. */
export function isInFormula(text: string, at: number): boolean {
  return isOdd(text.slice(0, at).match(/\$\$/g)) && text.includes('$$', at)
}

const isOdd = (found: readonly string[] | null) => found !== null && found.length % 2 === 1

/** The line below the head of a table: ‘|---|---|’. */
const isTableRule = (line: string) => /^[-:| \t>]+$/.test(line) && line.includes('-') && line.includes('|')

/** Where the lines begin that belong to code, to a formula of several lines, their first and last line included, or to a table. */
export function verbatimLines(text: string): ReadonlySet<number> {
  const found = new Set<number>()
  const lastSign = text.lastIndexOf('$$')
  let fence = ''
  let isFormula = false
  let isTable = false
  let before = 0
  let from = 0
  const isIn = (at: number) => fence !== '' || (isFormula && lastSign >= at)
  for (const line of text.split('\n')) {
    const end = from + line.length
    const beginsIn = isIn(from)
    fence = fenceAfter(fence, line)
    if (isOdd(line.match(/\$\$/g))) isFormula = !isFormula
    const hasCells = line.includes('|')
    if (isTableRule(line)) {
      isTable = true
      found.add(before)
    }
    if (line.trim() === '') isTable = false
    if (beginsIn || (isTable && hasCells) || isIn(end)) found.add(from)
    before = from
    from = end + 1
  }
  return found
}

/** The same change without what stays as it is at its beginning and end. */
export function trimmed(text: string, { from, to, insert, ...selection }: Edit): Edit {
  const most = Math.min(to - from, insert.length)
  let head = 0
  while (head < most && text[from + head] === insert[head]) head++
  let tail = 0
  while (tail < most - head && text[to - 1 - tail] === insert.at(-1 - tail)) tail++
  return { from: from + head, to: to - tail, insert: insert.slice(head, insert.length - tail), ...selection }
}

/** Changes the touched lines one by one; the selection grows and shrinks with them. */
export function onLines(written: Written, change: (line: string, place: number) => string): Edit {
  const { text, start, end } = written
  const { from, to } = linesOf(written)
  const lines = text.slice(from, to).split('\n')
  const changed = lines.map(change)
  const insert = changed.join('\n')
  const first = (changed[0] ?? '').length - (lines[0] ?? '').length
  const newStart = Math.max(from, start + first)
  return { from, to, insert, start: newStart, end: Math.max(newStart, end + insert.length - (to - from)) }
}

/** The same, where lines without words between others stay as they are. */
export function onWrittenLines(written: Written, change: (line: string) => string): Edit {
  const hasWords = touchedLines(written).some(line => line.trim() !== '')
  return onLines(written, line => (hasWords && line.trim() === '' ? line : change(line)))
}

/** Those of the touched lines that have words, or all where none has. */
export function writtenLines(written: Written): string[] {
  const lines = touchedLines(written)
  const withWords = lines.filter(line => line.trim() !== '')
  return withWords.length > 0 ? withWords : lines
}

function touchedLines(written: Written): string[] {
  const { from, to } = linesOf(written)
  return written.text.slice(from, to).split('\n')
}
