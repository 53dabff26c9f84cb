import type { Delimiter, MarkdownIt, StateInline } from 'markdown-it'

/** A sign that, written twice before and after words, makes an element of them. */
interface Pair {
  name: 's' | 'mark'
  /** What such a pair does not begin after. */
  after: RegExp
}

const PAIRS = new Map<number, Pair>([
  // `네~~ 좋아요~~` is everyday Korean: what is struck out begins where a word does.
  ['~'.charCodeAt(0), { name: 's', after: /[\p{L}\p{N}~]$/u }],
  // `a==b` is a comparison.
  ['='.charCodeAt(0), { name: 'mark', after: /[A-Za-z0-9_=]$/ }],
])

/** `~~struck out~~` and `==highlighted==`; longer and shorter runs of their signs are shown as typed. */
export function pairs(md: MarkdownIt): void {
  md.disable('strikethrough')
  md.inline.ruler.before('emphasis', 'pairs', findPair)
  md.inline.ruler2.before('emphasis', 'pairs', state => {
    for (const delimiters of [state.delimiters, ...state.tokens_meta.map(meta => meta?.delimiters)])
      if (delimiters) makePairs(state, delimiters)
    return false
  })
}

function findPair(state: StateInline, silent: boolean): boolean {
  const marker = state.src.charCodeAt(state.pos)
  const pair = PAIRS.get(marker)
  if (pair === undefined || silent) return false
  const { can_open, can_close, length } = state.scanDelims(state.pos, true)
  const token = state.push('text', '', 0)
  token.content = state.src.slice(state.pos, state.pos + length)
  if (length === 2) {
    // Two units of text may be one letter.
    const before = state.src.slice(Math.max(0, state.pos - 2), state.pos)
    state.delimiters.push({
      marker,
      length: 0,
      token: state.tokens.length - 1,
      end: -1,
      open: can_open && !pair.after.test(before),
      close: can_close,
    })
  }
  state.pos += length
  return true
}

function makePairs(state: StateInline, delimiters: readonly Delimiter[]): void {
  for (const { marker, token, end } of delimiters) {
    const pair = PAIRS.get(marker)
    const other = delimiters[end]
    if (pair === undefined || other === undefined) continue
    makeElement(state, token, `${pair.name}_open`, 1)
    makeElement(state, other.token, `${pair.name}_close`, -1)
  }
}

function makeElement({ tokens }: StateInline, place: number, type: string, nesting: 1 | -1): void {
  const token = tokens[place]
  if (token) Object.assign(token, { type, nesting, content: '' })
}
