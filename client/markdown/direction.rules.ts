import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { wordsOf } from './token.words.ts'

type Direction = 'ltr' | 'rtl'

const FIRST_STRONG = /[\p{L}\p{N}]/gu
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LETTER = /\p{L}/u
const CONTAINERS = /^(?:blockquote|bullet_list|ordered_list|list_item|table|footnotes|footnote)_open$/

/**
 * What holds blocks has the direction of the first letter in it, so that marks, numbers and borders stand on its side. Browsers find it
 * by themselves for blocks of words alone (`dir="auto"`).
 */
export function directions(md: MarkdownIt): void {
  md.core.ruler.push('directions', turnContainers)
}

function turnContainers(state: StateCore): void {
  /** Those that are open and in which no letter was met. */
  let waiting: Token[] = []
  const found = new Map<Token, Direction>()
  const open: Token[] = []
  for (const token of state.tokens) {
    if (CONTAINERS.test(token.type)) {
      open.push(token)
      waiting.push(token)
    } else if (token.type === 'inline' && waiting.length > 0) {
      const direction = directionOf(wordsOf(token))
      if (direction === null) continue
      for (const container of waiting) found.set(container, direction)
      waiting = []
    } else if (token.nesting === -1 && CONTAINERS.test(token.type.replace(/_close$/, '_open'))) {
      const closed = open.pop()
      waiting = waiting.filter(container => container !== closed)
    }
  }
  const around: Direction[] = ['ltr']
  for (const token of state.tokens) {
    if (CONTAINERS.test(token.type)) {
      const outer = around.at(-1) ?? 'ltr'
      const own = found.get(token) ?? outer
      if (own !== outer) token.attrSet('dir', own)
      around.push(own)
    } else if (token.nesting === -1 && CONTAINERS.test(token.type.replace(/_close$/, '_open'))) around.pop()
  }
}

/** Of the first letter; null where there is none. */
function directionOf(words: string): Direction | null {
  for (const [sign] of words.matchAll(FIRST_STRONG)) {
    if (RIGHT_TO_LEFT.test(sign)) return 'rtl'
    if (LETTER.test(sign)) return 'ltr'
  }
  return null
}
