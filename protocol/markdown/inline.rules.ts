import type { Delimiter, MarkdownIt, StateCore, StateInline } from 'markdown-it'

interface PairedDelimiter {
  name: 's' | 'mark'
  /** A pair does not open after this. */
  notAfter: RegExp
}

const PAIRS = new Map<number, PairedDelimiter>([
  // `네~~ 좋아요~~` is common in Korean chat, so strikethrough only opens at the start of a word.
  ['~'.charCodeAt(0), { name: 's', notAfter: /[\p{L}\p{N}~]$/u }],
  // `a==b` is a comparison.
  ['='.charCodeAt(0), { name: 'mark', notAfter: /[A-Za-z0-9_=]$/ }],
])

/** `~~strikethrough~~` and `==highlight==`. Longer and shorter runs of the characters are plain text. */
export function pairs(md: MarkdownIt): void {
  md.disable('strikethrough')
  md.inline.ruler.before('emphasis', 'pairs', pairedDelimiter)
  md.inline.ruler2.before('emphasis', 'pairs', state => {
    for (const delimiters of [state.delimiters, ...state.tokens_meta.map(meta => meta?.delimiters)])
      if (delimiters) createPairs(state, delimiters)
    return false
  })
}

function pairedDelimiter(state: StateInline, silent: boolean): boolean {
  const marker = state.src.charCodeAt(state.pos)
  const pair = PAIRS.get(marker)
  if (pair === undefined || silent) return false
  const { can_open, can_close, length } = state.scanDelims(state.pos, true)
  const token = state.push('text', '', 0)
  token.content = state.src.slice(state.pos, state.pos + length)
  if (length === 2) {
    // A character may be two UTF-16 units.
    const before = state.src.slice(Math.max(0, state.pos - 2), state.pos)
    state.delimiters.push({
      marker,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open: can_open && !pair.notAfter.test(before),
      close: can_close,
    })
  }
  state.pos += length
  return true
}

function createPairs(state: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    const pair = PAIRS.get(marker)
    const other = delimiters[end]
    if (pair === undefined || other === undefined) continue
    setToken(state, token, `${pair.name}_open`, 1)
    setToken(state, other.token, `${pair.name}_close`, -1)
  }
}

function setToken({ tokens }: StateInline, place: number, type: string, nesting: 1 | -1): void {
  const token = tokens[place]
  if (token) Object.assign(token, { type, nesting, content: '' })
}

const CIRCLED = '①②③④⑤⑥⑦⑧⑨'
const ARROWS = new Map([
  ['->', '→'],
  ['<-', '←'],
  ['<->', '↔'],
  ['=>', '⇒'],
  ['<=>', '⇔'],
])

/** Except in function calls such as `f(1)` and `O(1)`. */
const NUMBER = /(?<![A-Za-z0-9_])\(([1-9])\)/g
/** Except in longer runs such as `-->`, and in comparisons such as `x<-1`. */
const ARROW = /(?<![-=<>])(?:<->|<=>|<-(?!\d)|->|=>)(?![-=<>])/g
const ANY_SYMBOL = /\([1-9]\)|->|<-|=>/

/**
 * Replaces `(1)` … `(9)` and arrows by single characters, except in code, formulas and bare addresses. Runs before escapes are
 * joined with the text around, so that `\(1)` and `\->` stay as typed.
 */
export function symbols(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'symbols', replaceSymbols)
}

function replaceSymbols(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.type !== 'inline' || !ANY_SYMBOL.test(block.content)) continue
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
