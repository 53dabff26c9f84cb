import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/**
 * Formulas: `$…$` within a line, `$$…$$` on lines of their own or within a paragraph. Token `math` carries the
 * TeX source in `content` and its delimiter in `markup`.
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
    (delimiter === '$$' ? state.src.slice(start, end).trim() !== '' : isInline(state.src, start, end))
  if (isFormula && !silent) {
    const token = state.push('math', 'math', 0)
    token.content = state.src.slice(start, end).trim()
    token.markup = delimiter
  }
  if (!isFormula && !silent) state.pending += delimiter
  state.pos = isFormula ? end + delimiter.length : start
  return true
}

/** Only the next delimiter counts, so a text full of dollar signs costs one pass. -1: none. */
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
 * A dollar sign is far more often a price than a formula. A formula touches both its signs, stays on its line, and
 * is not stuck to a letter or digit outside; `$5와 10$` reads as prices, `$5x$` does not.
 */
function isInline(text: string, start: number, end: number): boolean {
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
  // Until the closing sign is there the note is shown as typed: an unfinished formula must not swallow what follows.
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
