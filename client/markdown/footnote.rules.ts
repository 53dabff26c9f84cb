import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import { paragraph } from './paragraph.rules.ts'

/** Which footnote of the text it is, from 1. A reference tells whether it is the first to it. */
export type FootnotePlace = { number: number; isFirst?: boolean }

const REFERENCE = /^\[\^([^\s[\]]{1,40})\]/
const DEFINITION = /^ {0,3}\[\^([^\s[\]]{1,40})\]:[ \t]*(?=\S)/

/** The labels that a text has footnotes for. */
const labelsOf = new WeakMap<Env, Set<string>>()

/**
 * Footnotes: `[^1]` in the text, and a paragraph that begins with `[^1]:` and stands in no list or quote. They are numbered
 * as they are referred to, and come to the end of the text. One without the other is shown as typed.
 */
export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote', definition, { alt: ['paragraph'] })
  md.inline.ruler.before('link', 'footnote', reference)
  md.core.ruler.after('inline', 'footnotes', gatherFootnotes)
}

function definition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.level > 0) return false
  const [mark, label] = DEFINITION.exec(state.getLines(startLine, startLine + 1, 0, false)) ?? []
  const labels = labelsOf.get(state.env) ?? new Set()
  if (mark === undefined || label === undefined || labels.has(label)) return false
  if (silent) return true

  labelsOf.set(state.env, labels.add(label))
  paragraph(state, startLine, endLine)
  const [open, inline, close] = state.tokens.slice(-3)
  if (open && inline && close) {
    Object.assign(open, { type: 'footnote_open', meta: { label } })
    inline.content = inline.content.slice(mark.length)
    close.type = 'footnote_close'
  }
  return true
}

function reference(state: StateInline, silent: boolean): boolean {
  if (state.src.charAt(state.pos) !== '[') return false
  const [mark, label] = REFERENCE.exec(state.src.slice(state.pos, state.pos + 50)) ?? []
  if (mark === undefined || label === undefined || !labelsOf.get(state.env)?.has(label)) return false
  if (!silent) {
    const token = state.push('footnote_ref', 'sup', 0)
    token.content = mark
    token.meta = { label }
  }
  state.pos += mark.length
  return true
}

function gatherFootnotes(state: StateCore): void {
  if (!labelsOf.has(state.env)) return
  const numbers = numberReferences(state.tokens)
  const text: Token[] = []
  const notes: { number: number; tokens: Token[] }[] = []
  for (let place = 0; place < state.tokens.length; place++) {
    const token = state.tokens[place]
    if (token === undefined) continue
    if (token.type !== 'footnote_open') {
      text.push(token)
      continue
    }
    const tokens = state.tokens.slice(place, place + 3)
    const number = numbers.get(token.meta?.label)
    if (number === undefined) text.push(...asTyped(state, tokens))
    else notes.push({ number, tokens: withNumber(tokens, number) })
    place += 2
  }
  notes.sort((one, other) => one.number - other.number)
  state.tokens =
    notes.length === 0
      ? text
      : [
          ...text,
          ...listOf(
            state,
            notes.flatMap(note => note.tokens),
          ),
        ]
}

/** Tells each reference its footnote's number. Returns the numbers by their labels. */
function numberReferences(tokens: readonly Token[]): Map<unknown, number> {
  const numbers = new Map<unknown, number>()
  for (const token of tokens.flatMap(block => block.children ?? [])) {
    if (token.type !== 'footnote_ref') continue
    const label = token.meta?.label
    const isFirst = !numbers.has(label)
    const number = numbers.get(label) ?? numbers.size + 1
    numbers.set(label, number)
    token.meta = { number, isFirst } satisfies FootnotePlace
  }
  return numbers
}

function withNumber(tokens: Token[], number: number): Token[] {
  for (const token of tokens) token.level++
  const [open] = tokens
  if (open) open.meta = { number } satisfies FootnotePlace
  return tokens
}

function asTyped(state: StateCore, tokens: Token[]): Token[] {
  const [open, inline, close] = tokens
  if (open && inline && close) {
    const mark = new state.Token('text', '', 0)
    mark.content = `[^${open.meta?.label}]: `
    inline.children?.unshift(mark)
    open.type = 'paragraph_open'
    close.type = 'paragraph_close'
  }
  return tokens
}

function listOf(state: StateCore, tokens: readonly Token[]): Token[] {
  const open = new state.Token('footnotes_open', 'ol', 1)
  open.content = tokens.map(token => token.content).join('\n')
  return [open, ...tokens, new state.Token('footnotes_close', 'ol', -1)]
}
