import type { Env, MarkdownIt, StateBlock, StateCore, StateInline, Token } from 'markdown-it'
import { paragraph } from './block.rules.ts'

/** `number` counts footnotes from 1. `isFirst` is set on the first reference to a footnote. */
export type FootnoteMeta = { number: number; isFirst?: boolean }

const REFERENCE = /^\[\^([^\s[\]]{1,40})\]/
const DEFINITION = /^ {0,3}\[\^([^\s[\]]{1,40})\]:[ \t]*(?=\S)/

/** The labels of the footnotes of a text. */
const labelsByEnv = new WeakMap<Env, Set<string>>()

/**
 * Footnotes: references `[^1]`, and definitions, which are top-level paragraphs that begin with `[^1]:`. Definitions are numbered
 * in the order of their references and moved to the end of the text. A reference or definition without the other is plain text.
 */
export function footnotes(md: MarkdownIt): void {
  md.block.ruler.before('reference', 'footnote', definition, { alt: ['paragraph'] })
  md.inline.ruler.before('link', 'footnote', reference)
  md.core.ruler.after('inline', 'footnotes', moveFootnotes)
}

function definition(state: StateBlock, startLine: number, endLine: number, silent: boolean): boolean {
  if (state.level > 0) return false
  const [mark, label] = DEFINITION.exec(state.getLines(startLine, startLine + 1, 0, false)) ?? []
  const labels = labelsByEnv.get(state.env) ?? new Set()
  if (mark === undefined || label === undefined || labels.has(label)) return false
  if (silent) return true

  labelsByEnv.set(state.env, labels.add(label))
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
  if (mark === undefined || label === undefined || !labelsByEnv.get(state.env)?.has(label)) return false
  if (!silent) {
    const token = state.push('footnote_ref', 'sup', 0)
    token.content = mark
    token.meta = { label }
  }
  state.pos += mark.length
  return true
}

function moveFootnotes(state: StateCore): void {
  if (!labelsByEnv.has(state.env)) return
  const numbers = numberReferences(state.tokens)
  const text: Token[] = []
  const notes: { number: number; tokens: Token[] }[] = []
  for (let index = 0; index < state.tokens.length; index++) {
    const token = state.tokens[index]
    if (token === undefined) continue
    if (token.type !== 'footnote_open') {
      text.push(token)
      continue
    }
    const tokens = state.tokens.slice(index, index + 3)
    const number = numbers.get(token.meta?.label)
    if (number === undefined) text.push(...toPlainText(state, tokens))
    else notes.push({ number, tokens: setNumber(tokens, number) })
    index += 2
  }
  notes.sort((a, b) => a.number - b.number)
  state.tokens =
    notes.length === 0
      ? text
      : [
          ...text,
          ...createList(
            state,
            notes.flatMap(note => note.tokens),
          ),
        ]
}

/** Stores its number in each reference. Returns the numbers by label. */
function numberReferences(tokens: readonly Token[]): Map<unknown, number> {
  const numbers = new Map<unknown, number>()
  for (const token of tokens.flatMap(block => block.children ?? [])) {
    if (token.type !== 'footnote_ref') continue
    const label = token.meta?.label
    const isFirst = !numbers.has(label)
    const number = numbers.get(label) ?? numbers.size + 1
    numbers.set(label, number)
    token.meta = { number, isFirst } satisfies FootnoteMeta
  }
  return numbers
}

function setNumber(tokens: Token[], number: number): Token[] {
  for (const token of tokens) token.level++
  const [open] = tokens
  if (open) open.meta = { number } satisfies FootnoteMeta
  return tokens
}

function toPlainText(state: StateCore, tokens: Token[]): Token[] {
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

function createList(state: StateCore, tokens: readonly Token[]): Token[] {
  const open = new state.Token('footnotes_open', 'ol', 1)
  open.content = tokens.map(token => token.content).join('\n')
  return [open, ...tokens, new state.Token('footnotes_close', 'ol', -1)]
}
