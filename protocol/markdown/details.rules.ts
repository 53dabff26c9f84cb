import type { Env, MarkdownIt, StateBlock, Token } from 'markdown-it'

const OPENING = /^<details( open)?>[ \t]*/i
const SUMMARY = /^<summary>(.*?)<\/summary>[ \t]*/i
const CLOSING = '</details>'

/** `hasSummary`: otherwise a general label is shown. */
export type DetailsMeta = { isOpen: boolean; hasSummary: boolean }

/**
 * `<details>`, perhaps `<details open>`, with `<summary>…</summary>` on the same line or the next one, and `</details>` at the end of
 * a line of the same list item or quote. The text between them is Markdown. Without their other half, all three are plain text.
 */
export function details(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'details', detailsBlock, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
}

export function detailsOf(token: Token): DetailsMeta {
  return token.meta as DetailsMeta
}

function detailsBlock(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (indentOf(state, startLine) >= 4) return false
  const [opening, openSign] = OPENING.exec(lineOf(state, startLine)) ?? []
  if (opening === undefined) return false
  const lastLine = closingLinesOf(state).get(startLine)
  if (lastLine === undefined || lastLine >= endLine || !isWithin(state, startLine, lastLine)) return false
  // If two elements begin on one line, the rest of that line belongs to the outer one.
  if (!endsWithClosing(lineOf(state, lastLine))) return false
  if (silent) return true

  const closed = lineOf(state, lastLine).trimEnd().length - CLOSING.length
  const restoreEnd = changeLine(state, lastLine, { end: startOf(state, lastLine) + closed })
  let line = startLine
  let position = startOf(state, startLine) + opening.length
  if (position >= (state.eMarks[line] ?? 0)) {
    const next = state.skipEmptyLines(startLine + 1)
    if (next <= lastLine && SUMMARY.test(lineOf(state, next))) {
      line = next
      position = startOf(state, next)
    }
  }
  const [summary = '', words] = SUMMARY.exec(state.src.slice(position, state.eMarks[line])) ?? []

  const meta: DetailsMeta = { isOpen: openSign !== undefined, hasSummary: words !== undefined }
  const open = state.push('details_open', 'details', 1)
  open.map = [startLine, lastLine + 1]
  open.meta = meta
  state.push('summary_open', 'summary', 1).meta = meta
  const inline = state.push('inline', '', 0)
  inline.content = words?.trim() ?? ''
  inline.map = [line, line + 1]
  inline.children = []
  state.push('summary_close', 'summary', -1)
  const restoreStart = changeLine(state, line, { start: position + summary.length })
  parseContent(state, line, lastLine + 1)
  restoreStart()
  restoreEnd()
  state.push('details_close', 'details', -1)
  state.line = lastLine + 1
  return true
}

function parseContent(state: StateBlock, startLine: number, endLine: number): void {
  const { parentType, lineMax } = state
  state.parentType = 'blockquote'
  state.lineMax = endLine
  state.md.block.tokenize(state, startLine, endLine)
  state.parentType = parentType
  state.lineMax = lineMax
}

/** Lets a line start or end elsewhere, so that its syntax is not parsed as content. Returns a function that undoes it. */
function changeLine(state: StateBlock, line: number, { start, end }: { start?: number; end?: number }) {
  const { bMarks, tShift, sCount, eMarks } = state
  const saved = [bMarks, tShift, sCount, eMarks].map(list => list[line] ?? 0)
  if (start !== undefined) {
    bMarks[line] = start
    tShift[line] = 0
    sCount[line] = state.blkIndent
  }
  if (end !== undefined) eMarks[line] = end
  return () => {
    ;[bMarks[line], tShift[line], sCount[line], eMarks[line]] = saved as [number, number, number, number]
  }
}

/** Whether the lines belong to the same list item or quote. */
function isWithin(state: StateBlock, startLine: number, lastLine: number): boolean {
  for (let line = startLine + 1; line <= lastLine; line++)
    if (!state.isEmpty(line) && indentOf(state, line) < 0) return false
  return true
}

function indentOf(state: StateBlock, line: number): number {
  return (state.sCount[line] ?? 0) - state.blkIndent
}

const endsWithClosing = (line: string) => line.trimEnd().toLowerCase().endsWith(CLOSING)

function startOf(state: StateBlock, line: number): number {
  return (state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0)
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice(startOf(state, line), state.eMarks[line])
}

const CONTAINER = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t]))*[ \t]*/
const FENCE = /^(`{3,}|~{3,})/

/** The last line of each element, by its first line. */
const closingLinesByEnv = new WeakMap<Env, Map<number, number>>()

/** Pairs the tags of all lines in one pass, so that thousands of tags without their other half take no longer than other text. */
function closingLinesOf({ env, src }: StateBlock): Map<number, number> {
  const known = closingLinesByEnv.get(env)
  if (known !== undefined) return known
  const closingLines = new Map<number, number>()
  const open: number[] = []
  let fence: string | null = null
  src.split('\n').forEach((source, line) => {
    const text = source.replace(CONTAINER, '').trimEnd()
    const marker = FENCE.exec(text)?.[1]
    if (fence === null && marker !== undefined) fence = marker
    else if (fence !== null && marker === text && text.startsWith(fence)) fence = null
    if (fence !== null) return
    if (OPENING.test(text)) open.push(line)
    if (!endsWithClosing(text)) return
    const first = open.pop()
    if (first !== undefined) closingLines.set(first, line)
  })
  closingLinesByEnv.set(env, closingLines)
  return closingLines
}
