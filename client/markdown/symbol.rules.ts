import type { MarkdownIt, StateCore } from 'markdown-it'

const CIRCLED = '①②③④⑤⑥⑦⑧⑨'
const ARROWS = new Map([
  ['->', '→'],
  ['<-', '←'],
  ['<->', '↔'],
  ['=>', '⇒'],
  ['<=>', '⇔'],
])

/** `f(1)` and `O(1)` are calls, not counting. */
const NUMBER = /(?<![A-Za-z0-9_])\(([1-9])\)/g
/** Longer runs such as `-->` are drawings, and `x<-1` is a comparison. */
const ARROW = /(?<![-=<>])(?:<->|<=>|<-(?!\d)|->|=>)(?![-=<>])/g
const ANY = /\([1-9]\)|->|<-|=>/

/**
 * `(1)` … `(9)` and arrows become single signs, in running text only: code, formulas and bare addresses keep theirs.
 * Runs before escapes are joined to their neighbours, so `\(1)` and `\->` stay as written.
 */
export function symbols(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'symbols', replaceSymbols)
}

function replaceSymbols(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.type !== 'inline' || !ANY.test(block.content)) continue
    let insideAddress = 0
    for (const token of block.children ?? []) {
      if (token.info === 'auto') insideAddress += token.nesting
      if (token.type !== 'text' || insideAddress > 0) continue
      token.content = token.content
        .replace(NUMBER, (_, digit: string) => CIRCLED.charAt(Number(digit) - 1))
        .replace(ARROW, arrow => ARROWS.get(arrow) ?? arrow)
    }
  }
}
