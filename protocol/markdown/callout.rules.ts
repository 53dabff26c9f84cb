import type { MarkdownIt, StateCore, Token } from 'markdown-it'

export const calloutKinds = ['note', 'tip', 'important', 'warning', 'caution'] as const
export type CalloutKind = (typeof calloutKinds)[number]

/** `hasTitle`: the author wrote a title after the marker, which is shown instead of the name of the kind. */
export type CalloutMeta = { kind: CalloutKind; hasTitle: boolean }

/** The sign after the brackets folds a callout in Obsidian. Here nothing is folded. */
const MARKER = /^ {0,3}\[!(note|tip|important|warning|caution)\][+-]?(?=[ \t]|$)/i

/**
 * Callouts: quotes that begin with `[!note]` or another kind, as in GitHub, and perhaps a title on the same line, as in Obsidian.
 * They are quotes for the block parser, so they nest and end like quotes.
 */
export function callouts(md: MarkdownIt): void {
  md.core.ruler.after('block', 'callouts', convertQuotes)
}

export function calloutOf(token: Token): CalloutMeta {
  return token.meta as CalloutMeta
}

function convertQuotes(state: StateCore): void {
  if (!state.src.includes('[!')) return
  const tokens: Token[] = []
  const open: boolean[] = []
  for (let index = 0; index < state.tokens.length; index++) {
    const token = state.tokens[index]
    if (token === undefined) continue
    tokens.push(token)
    if (token.type === 'blockquote_close' && open.pop()) setType(token, 'callout_close')
    if (token.type !== 'blockquote_open') continue
    const inline = state.tokens[index + 1]?.type === 'paragraph_open' ? state.tokens[index + 2] : undefined
    const [marker, name] = MARKER.exec(firstLineOf(inline?.content ?? '')) ?? []
    open.push(marker !== undefined)
    if (inline === undefined || marker === undefined || name === undefined) continue
    const title = firstLineOf(inline.content).slice(marker.length).trim()
    const meta: CalloutMeta = { kind: name.toLowerCase() as CalloutKind, hasTitle: title !== '' }
    setType(token, 'callout_open')
    token.meta = meta
    tokens.push(...createTitle(state, inline, { title, meta }))
    // Without other lines, nothing is left of the paragraph.
    if (!removeFirstLine(inline)) index += 3
  }
  state.tokens = tokens
}

function setType(token: Token, type: string): void {
  token.type = type
  token.tag = 'div'
}

function firstLineOf(content: string): string {
  return content.split('\n', 1)[0] ?? ''
}

/** Returns false if there is no other line. */
function removeFirstLine(inline: Token): boolean {
  const end = inline.content.indexOf('\n')
  if (end < 0) return false
  inline.content = inline.content.slice(end + 1)
  if (inline.map) inline.map = [inline.map[0] + 1, inline.map[1]]
  return true
}

function createTitle(
  state: StateCore,
  { level, map }: Token,
  { title, meta }: { title: string; meta: CalloutMeta },
): Token[] {
  const open = new state.Token('callout_title_open', 'p', 1)
  const inline = new state.Token('inline', '', 0)
  const close = new state.Token('callout_title_close', 'p', -1)
  open.level = close.level = level - 1
  open.meta = meta
  inline.level = level
  inline.content = title
  inline.children = []
  inline.map = map && [map[0], map[0] + 1]
  return [open, inline, close]
}
