import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { textOf } from './token.text.ts'

type Direction = 'ltr' | 'rtl'

const FIRST_STRONG = /[\p{L}\p{N}]/gu
const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefe\u{10800}-\u{10fff}\u{1e800}-\u{1efff}]/u
const LETTER = /\p{L}/u
const CONTAINERS =
  /^(?:blockquote|callout|details|bullet_list|ordered_list|list_item|table|footnotes|footnote)_open$/

/**
 * Gives a container of blocks the text direction of its first letter, so that markers, numbers and borders are on the right side.
 * `dir="auto"` does this only for blocks of text.
 */
export function directions(md: MarkdownIt): void {
  md.core.ruler.push('directions', setDirections)
}

function setDirections(state: StateCore): void {
  /** Open containers without a letter so far. */
  let undecided: Token[] = []
  const directionByContainer = new Map<Token, Direction>()
  const open: Token[] = []
  for (const token of state.tokens) {
    if (CONTAINERS.test(token.type)) {
      open.push(token)
      undecided.push(token)
    } else if (token.type === 'inline' && undecided.length > 0) {
      const direction = directionOf(textOf(token))
      if (direction === null) continue
      for (const container of undecided) directionByContainer.set(container, direction)
      undecided = []
    } else if (token.nesting === -1 && CONTAINERS.test(token.type.replace(/_close$/, '_open'))) {
      const closed = open.pop()
      undecided = undecided.filter(container => container !== closed)
    }
  }
  const stack: Direction[] = ['ltr']
  for (const token of state.tokens) {
    if (CONTAINERS.test(token.type)) {
      const outer = stack.at(-1) ?? 'ltr'
      const own = directionByContainer.get(token) ?? outer
      if (own !== outer) token.attrSet('dir', own)
      stack.push(own)
    } else if (token.nesting === -1 && CONTAINERS.test(token.type.replace(/_close$/, '_open'))) stack.pop()
  }
}

/** The direction of the first letter; null without letters. */
function directionOf(text: string): Direction | null {
  for (const [character] of text.matchAll(FIRST_STRONG)) {
    if (RIGHT_TO_LEFT.test(character)) return 'rtl'
    if (LETTER.test(character)) return 'ltr'
  }
  return null
}
