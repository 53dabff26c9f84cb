import type { MarkdownIt, StateInline } from 'markdown-it'

/** The elements that a note may contain as tags, without attributes. All other HTML is plain text. */
export const inlineTags = ['u', 'sub', 'sup', 'kbd', 'mark'] as const

const LESS_THAN = '<'.charCodeAt(0)
const LINE_BREAK = /<br ?\/?>/iy
const REST_OF_LINE = /[ \t]*\n/y

/** `<u>…</u>` and the other tags, and `<br>`. A tag without its other half is plain text. */
export function tags(md: MarkdownIt): void {
  md.inline.ruler.before('autolink', 'tag', pairedTag)
  md.inline.ruler.before('autolink', 'line_break', lineBreak)
}

function pairedTag(state: StateInline, silent: boolean): boolean {
  if (state.src.charCodeAt(state.pos) !== LESS_THAN) return false
  const pair = pairsOf(state).get(state.pos)
  if (pair === undefined || pair.end > state.posMax) return false
  if (silent) {
    // The label of a link is searched for other links.
    state.pos = pair.contentStart
  } else {
    const { posMax } = state
    state.push(`${pair.name}_open`, pair.name, 1)
    // Markers inside do not pair with markers outside.
    state.pos = pair.contentStart
    state.posMax = pair.contentEnd
    state.md.inline.tokenize(state)
    state.push(`${pair.name}_close`, pair.name, -1)
    state.posMax = posMax
    state.pos = pair.end
  }
  return true
}

/** At the end of a line it adds nothing: the line breaks anyway. */
function lineBreak(state: StateInline, silent: boolean): boolean {
  LINE_BREAK.lastIndex = state.pos
  if (state.src.charCodeAt(state.pos) !== LESS_THAN || !LINE_BREAK.test(state.src)) return false
  const end = LINE_BREAK.lastIndex
  if (end > state.posMax) return false
  REST_OF_LINE.lastIndex = end
  if (!silent && !REST_OF_LINE.test(state.src)) state.push('hardbreak', 'br', 0)
  state.pos = end
  return true
}

interface TagPair {
  name: string
  contentStart: number
  contentEnd: number
  end: number
}

const TAG_OR_CODE = /\\[\s\S]|`+|<(\/?)(u|sub|sup|kbd|mark)>/gi

const pairsByState = new WeakMap<StateInline, Map<number, TagPair>>()

/** The pairs of a text, by the positions of their opening tags. Found in one pass, and before emphasis and links. */
function pairsOf(state: StateInline): Map<number, TagPair> {
  const known = pairsByState.get(state)
  if (known !== undefined) return known
  const pairs = new Map<number, TagPair>()
  pairsByState.set(state, pairs)
  if (!state.src.includes('</')) return pairs
  const matches = [...state.src.matchAll(TAG_OR_CODE)]
  const codeEnds = codeEndsIn(matches)
  const open: { name: string; start: number; contentStart: number }[] = []
  const counts = new Map<string, number>()
  const countBy = (name: string, change: number) => counts.set(name, (counts.get(name) ?? 0) + change)
  let codeEnd = 0
  for (const match of matches) {
    const { 0: text, 1: slash, 2: tag, index } = match
    if (index < codeEnd) continue
    codeEnd = codeEnds.get(index) ?? 0
    const name = tag?.toLowerCase()
    if (name === undefined) continue
    if (slash === '') {
      open.push({ name, start: index, contentStart: index + text.length })
      countBy(name, 1)
    } else if ((counts.get(name) ?? 0) > 0) {
      let opened = open.pop()
      // Tags that were opened in between and not closed.
      for (; opened !== undefined && opened.name !== name; opened = open.pop()) countBy(opened.name, -1)
      if (opened === undefined) continue
      countBy(name, -1)
      const { start, contentStart } = opened
      pairs.set(start, { name, contentStart, contentEnd: index, end: index + text.length })
    }
  }
  return pairs
}

/** The ends of code spans by their starts: a run of backticks ends at the next one of the same length. */
function codeEndsIn(matches: readonly RegExpExecArray[]): Map<number, number> {
  const ends = new Map<number, number>()
  const nextByLength = new Map<number, number>()
  for (const { 0: text, index } of matches.toReversed()) {
    if (!text.startsWith('`')) continue
    const next = nextByLength.get(text.length)
    if (next !== undefined) ends.set(index, next + text.length)
    nextByLength.set(text.length, index)
  }
  return ends
}
