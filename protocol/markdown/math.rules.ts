import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/**
 * Formulas: `$…$` in a line, `$$…$$` on separate lines or in a paragraph. The `math` token has the TeX source in `content` and the
 * delimiter in `markup`.
 */
export function formulas(md: MarkdownIt): void {
  md.inline.ruler.after('escape', 'math', inlineFormula)
  md.block.ruler.before('fence', 'math', blockFormula, {
    alt: ['paragraph', 'reference', 'blockquote', 'list'],
  })
}

function inlineFormula(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '$') return false
  const delimiter = state.src.startsWith('$$', state.pos) ? '$$' : '$'
  const start = state.pos + delimiter.length
  const end = endOfFormula(state.src, start, state.posMax, delimiter)
  const isFormula =
    end > start &&
    (delimiter === '$$' ? state.src.slice(start, end).trim() !== '' : isInlineFormula(state.src, start, end))
  if (isFormula && !silent) {
    const token = state.push('math', 'math', 0)
    token.content = state.src.slice(start, end).trim()
    token.markup = delimiter
  }
  if (!isFormula && !silent) state.pending += delimiter
  state.pos = isFormula ? end + delimiter.length : start
  return true
}

/** Looks only at the next dollar sign, so that a text full of them takes linear time. Returns -1 if it is not the delimiter. */
function endOfFormula(text: string, start: number, limit: number, delimiter: string): number {
  for (let position = start; position < limit; position++) {
    const character = text.charAt(position)
    if (character === '\\') position++
    else if (character === '$') {
      return text.startsWith(delimiter, position) && position + delimiter.length <= limit ? position : -1
    }
  }
  return -1
}

/**
 * Tells formulas from prices. A formula has no space inside its delimiters, no line break, and no letter or digit next to them
 * outside. `$5와 10$` are prices, `$5x$` is a formula.
 */
function isInlineFormula(text: string, start: number, end: number): boolean {
  const formula = text.slice(start, end)
  const outside = text.charAt(start - 2) + text.charAt(end + 1)
  return !/^\s|\s$|\n|^\d[\d.,]*\s*[가-힣]/.test(formula) && !/[A-Za-z0-9]/.test(outside)
}

function blockFormula(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if ((state.sCount[startLine] ?? 0) - state.blkIndent >= 4) return false
  const first = lineOf(state, startLine)
  if (!first.startsWith('$$')) return false

  const lines = [first.slice(2)]
  let line = startLine
  // Without a closing delimiter this is plain text: an unfinished formula must not swallow the rest of the note.
  while (!lines.at(-1)?.includes('$$')) {
    line++
    if (line >= endLine || (state.sCount[line] ?? 0) < state.blkIndent) return false
    lines.push(lineOf(state, line))
  }
  const last = lines.at(-1) ?? ''
  if (last.indexOf('$$') !== last.length - 2) return false
  const formula = [...lines.slice(0, -1), last.slice(0, -2)].join('\n').trim()
  if (formula === '') return false
  if (silent) return true

  const token = state.push('math', 'math', 0)
  token.block = true
  token.content = formula
  token.markup = '$$'
  token.map = [startLine, line + 1]
  state.line = line + 1
  return true
}

function lineOf(state: StateBlock, line: number): string {
  return state.src.slice((state.bMarks[line] ?? 0) + (state.tShift[line] ?? 0), state.eMarks[line]).trimEnd()
}
