import type { MarkdownIt, StateBlock, StateInline } from 'markdown-it'

/** Blocks deeper than this are shown as the text they are written in; each quote counts 1, each list 2. */
const DEEPEST_BLOCK = 24

/**
 * A note looks as it is typed: a new line is a new line, and leading spaces stay. So there are no code blocks by
 * indentation; a line indented by four spaces or more is a plain line that begins further right.
 */
export function linesAsTyped(md: MarkdownIt): void {
  md.disable('code')
  md.block.ruler.at('paragraph', paragraph)
  md.block.ruler.before('table', 'too_deep', tooDeep)
  md.inline.ruler.at('newline', newline)
  md.inline.ruler.before('text', 'indent', indentAtStart)
}

/** markdown-it's own paragraph, except that the spaces before its text are kept. */
export function paragraph(state: StateBlock, startLine: number, endLine: number): boolean {
  const terminators = state.md.block.ruler.getRules('paragraph')
  const outerType = state.parentType
  state.parentType = 'paragraph'
  let next = startLine + 1
  for (; next < endLine && !state.isEmpty(next); next++) {
    const indent = state.sCount[next] ?? 0
    // Four spaces cannot begin another block, and a negative count marks a line that lazily continues a quote.
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

/** markdown-it would drop what lies deeper than its nesting limit; a note never loses a word. */
function tooDeep(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  return !silent && state.level >= DEEPEST_BLOCK && paragraph(state, startLine, endLine)
}

function newline(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== 0x0a) return false
  if (!silent) {
    state.pending = withoutSpacesAtEnd(state.pending)
    state.push('hardbreak', 'br', 0)
  }
  state.pos++
  takeIndent(state, silent)
  return true
}

/** Not by a pattern: that would try each space of a long gap between words. */
function withoutSpacesAtEnd(text: string): string {
  let end = text.length
  while (text.charAt(end - 1) === ' ') end--
  return text.slice(0, end)
}

function indentAtStart(state: StateInline, silent: boolean): boolean {
  return state.pos === 0 && takeIndent(state, silent)
}

function takeIndent(state: StateInline, silent: boolean): boolean {
  const start = state.pos
  while (state.pos < state.posMax && /[ \t]/.test(state.src.charAt(state.pos))) state.pos++
  if (state.pos === start) return false
  if (!silent) state.push('indent', 'span', 0).content = state.src.slice(start, state.pos)
  return true
}
