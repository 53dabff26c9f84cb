export interface TextState {
  text: string
  /** Start of the selection. */
  start: number
  end: number
}

/** Replaces the range `from` to `to` with `insert`, then selects `start` to `end`. */
export interface Edit {
  from: number
  to: number
  insert: string
  start: number
  end: number
}

/** Returns null if there is nothing to do, so that the key keeps its default action. */
export type Command = (state: TextState) => Edit | null

export const startOfLine = (text: string, at: number) => text.slice(0, at).lastIndexOf('\n') + 1

export function endOfLine(text: string, at: number): number {
  const index = text.indexOf('\n', at)
  return index < 0 ? text.length : index
}

/** Range of the lines in the selection. A line is not included if the selection ends at its start. */
export function linesOf({ text, start, end }: TextState): { from: number; to: number } {
  return { from: startOfLine(text, start), to: endOfLine(text, Math.max(start, end - 1)) }
}

export function applyToText({ text }: Pick<TextState, 'text'>, { from, to, insert }: Edit): string {
  return text.slice(0, from) + insert + text.slice(to)
}

/** Does not match ‘```code```’, which is inline code. */
const FENCE = /^ {0,3}(`{3,}(?=[^`]*$)|~{3,})/

/** The code fence that is open after a line, given the fence before it; '' if none. */
function fenceAfter(open: string, line: string): string {
  const signs = FENCE.exec(line)?.[1]
  if (signs === undefined) return open
  if (open === '') return signs
  const isEnd = signs.startsWith(open) && line.trim() === signs
  return isEnd ? '' : open
}

/** The code fence that is open at a position; '' if none. */
export function openFence(text: string, at: number): string {
  return text.slice(0, at).split('\n').reduce(fenceAfter, '')
}

export const isInCode = (text: string, at: number) => openFence(text, at) !== ''

/** An unclosed formula does not count. */
export function isInFormula(text: string, at: number): boolean {
  return isOddCount(text.slice(0, at).match(/\$\$/g)) && text.includes('$$', at)
}

const isOddCount = (matches: readonly string[] | null) => matches !== null && matches.length % 2 === 1

/** The delimiter row below a table header: ‘|---|---|’. */
const isTableRule = (line: string) => /^[-:| \t>]+$/.test(line) && line.includes('-') && line.includes('|')

/** Start positions of the lines in code blocks, multi-line formulas and tables, delimiters included. */
export function verbatimLines(text: string): ReadonlySet<number> {
  const lineStarts = new Set<number>()
  const lastSign = text.lastIndexOf('$$')
  let fence = ''
  let isFormula = false
  let isTable = false
  let previousStart = 0
  let from = 0
  const isVerbatimAt = (at: number) => fence !== '' || (isFormula && lastSign >= at)
  for (const line of text.split('\n')) {
    const end = from + line.length
    const startsVerbatim = isVerbatimAt(from)
    fence = fenceAfter(fence, line)
    if (isOddCount(line.match(/\$\$/g))) isFormula = !isFormula
    const hasCells = line.includes('|')
    if (isTableRule(line)) {
      isTable = true
      lineStarts.add(previousStart)
    }
    if (line.trim() === '') isTable = false
    if (startsVerbatim || (isTable && hasCells) || isVerbatimAt(end)) lineStarts.add(from)
    previousStart = from
    from = end + 1
  }
  return lineStarts
}

/** The same edit without the unchanged text at both ends. */
export function trimEdit(text: string, { from, to, insert, ...selection }: Edit): Edit {
  const limit = Math.min(to - from, insert.length)
  let head = 0
  while (head < limit && text[from + head] === insert[head]) head++
  let tail = 0
  while (tail < limit - head && text[to - 1 - tail] === insert.at(-1 - tail)) tail++
  return { from: from + head, to: to - tail, insert: insert.slice(head, insert.length - tail), ...selection }
}

/** Changes each selected line and adjusts the selection. */
export function changeLines(state: TextState, change: (line: string, index: number) => string): Edit {
  const { text, start, end } = state
  const { from, to } = linesOf(state)
  const lines = text.slice(from, to).split('\n')
  const changed = lines.map(change)
  const insert = changed.join('\n')
  const first = (changed[0] ?? '').length - (lines[0] ?? '').length
  const newStart = Math.max(from, start + first)
  return { from, to, insert, start: newStart, end: Math.max(newStart, end + insert.length - (to - from)) }
}

/** Like `changeLines`, but leaves empty lines unchanged unless all lines are empty. */
export function changeNonEmptyLines(state: TextState, change: (line: string) => string): Edit {
  const hasWords = selectedLines(state).some(line => line.trim() !== '')
  return changeLines(state, line => (hasWords && line.trim() === '' ? line : change(line)))
}

/** The selected lines without empty ones, or all if all are empty. */
export function nonEmptyLines(state: TextState): string[] {
  const lines = selectedLines(state)
  const withWords = lines.filter(line => line.trim() !== '')
  return withWords.length > 0 ? withWords : lines
}

function selectedLines(state: TextState): string[] {
  const { from, to } = linesOf(state)
  return state.text.slice(from, to).split('\n')
}
