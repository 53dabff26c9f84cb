import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/** Deeper blocks are shown as plain text. A quote adds 1 level, a list adds 2. */
const BLOCK_DEPTH_MAX = 24

/** Keeps line breaks and leading spaces. There are therefore no indented code blocks. */
export function linesAsTyped(md: MarkdownIt): void {
  md.disable('code')
  md.block.ruler.at('paragraph', paragraph)
  md.block.ruler.before('table', 'too_deep', tooDeep)
  md.inline.ruler.at('newline', newline)
  md.inline.ruler.before('text', 'indent', leadingIndent)
}

/** The paragraph rule of markdown-it, except that it keeps leading spaces. */
export function paragraph(state: StateBlock, startLine: number, endLine: number): boolean {
  const terminators = state.md.block.ruler.getRules('paragraph')
  const outerType = state.parentType
  state.parentType = 'paragraph'
  let next = startLine + 1
  for (; next < endLine && !state.isEmpty(next); next++) {
    const indent = state.sCount[next] ?? 0
    // Four spaces cannot start another block. A negative count marks a lazy continuation of a quote.
    if (indent - state.blkIndent > 3 || indent < 0) continue
    if (terminators.some(rule => rule(state, next, endLine, true))) break
  }
  state.parentType = outerType
  state.line = next

  state.push('paragraph_open', 'p', 1).map = [startLine, next]
  const inline = state.push('inline', '', 0)
  inline.content = state.getLines(startLine, next, state.blkIndent, false).trimEnd()
  inline.map = [startLine, next]
  inline.children = []
  state.push('paragraph_close', 'p', -1)
  return true
}

/** Without this rule, markdown-it would drop text deeper than its nesting limit. */
function tooDeep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  return !silent && state.level >= BLOCK_DEPTH_MAX && paragraph(state, startLine, endLine)
}

function newline(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x0a) return false
  if (!silent) {
    state.pending = trimTrailingSpaces(state.pending)
    state.push('hardbreak', 'br', 0)
  }
  state.pos++
  consumeIndent(state, silent)
  return true
}

/** Does not use a regular expression, which would be quadratic for long runs of spaces. */
function trimTrailingSpaces(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === ' ') end--
  return text.slice(0, end)
}

function leadingIndent(state: StateInline, silent: boolean): boolean {
  return state.pos === 0 && consumeIndent(state, silent)
}

function consumeIndent(state: StateInline, silent: boolean): boolean {
  const start = state.pos
  while (state.pos < state.posMax && /[ \t]/.test(state.src.charAt(state.pos))) state.pos++
  if (state.pos === start) return false
  if (!silent) state.push('indent', 'span', 0).content = state.src.slice(start, state.pos)
  return true
}

/** No note has space for more written cells. More come from short rows filled up to a wide header. */
const CELLS_MAX = 2500

/** Shows a table as plain text if a few hundred characters would create tens of thousands of empty cells. */
export function boundedTables(md: MarkdownIt): void {
  const [table] = md.block.ruler.getRules('')
  if (table === undefined) return
  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      if (!table(state, startLine, endLine, true)) return false
      if (countCells(state, startLine, endLine) > CELLS_MAX) return false
      return silent || table(state, startLine, endLine, false)
    },
    { alt: ['paragraph', 'reference'] },
  )
}

function countCells(state: StateBlock, startLine: number, endLine: number): number {
  const delimiterRow = state.src.slice(state.bMarks[startLine + 1], state.eMarks[startLine + 1])
  let line = startLine + 2
  while (line < endLine && !state.isEmpty(line)) line++
  return delimiterRow.split('|').length * (line - startLine)
}
