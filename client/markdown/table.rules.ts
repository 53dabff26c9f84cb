import type { MarkdownIt, StateBlock } from 'markdown-it'

/** More cells than this cannot have been written in a note; they come of short rows filled up to a wide head. */
const MOST_CELLS = 2500

/** Keeps a few hundred characters from becoming sixty thousand empty cells: such a table stays as it is typed. */
export function boundedTables(md: MarkdownIt): void {
  const [table] = md.block.ruler.getRules('')
  if (table === undefined) return
  md.block.ruler.at(
    'table',
    (state, startLine, endLine, silent) => {
      if (!table(state, startLine, endLine, true)) return false
      if (cellsFrom(state, startLine, endLine) > MOST_CELLS) return false
      return silent || table(state, startLine, endLine, false)
    },
    { alt: ['paragraph', 'reference'] },
  )
}

function cellsFrom(state: StateBlock, startLine: number, endLine: number): number {
  const delimiterRow = state.src.slice(state.bMarks[startLine + 1], state.eMarks[startLine + 1])
  let line = startLine + 2
  while (line < endLine && !state.isEmpty(line)) line++
  return delimiterRow.split('|').length * (line - startLine)
}
