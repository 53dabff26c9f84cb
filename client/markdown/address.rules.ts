import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'
import { addressLength, WWW_OR_MAIL } from './address.measure.ts'

const SCHEME_BEFORE_COLON = /(?<![a-z0-9])https?$/i

/**
 * Turns bare addresses into links. Replaces linkify of markdown-it, which includes Korean particles after an address
 * (`https://geulmaru.kr에서`) and links every `이름.md`.
 */
export function bareAddresses(md: MarkdownIt): void {
  md.inline.ruler.at('linkify', webAddress)
  md.core.ruler.at('linkify', wwwAndMailAddresses)
}

/** An inline rule, so that `_` and `*` in an address do not become emphasis. */
function webAddress(state: StateInline, silent: boolean): boolean {
  if (state.linkLevel > 0 || !state.src.startsWith('://', state.pos)) return false
  const scheme = SCHEME_BEFORE_COLON.exec(state.pending.slice(-6))?.[0]
  if (scheme === undefined) return false
  const length = addressLength(state.src, state.pos + 3, state.posMax)
  if (length === 0) return false

  const source = scheme + state.src.slice(state.pos, state.pos + 3 + length)
  const address = state.md.normalizeLink(source)
  if (!state.md.validateLink(address)) return false
  if (!silent) {
    state.pending = state.pending.slice(0, -scheme.length)
    const open = state.push('link_open', 'a', 1)
    open.attrs = [['href', address]]
    open.info = 'auto'
    state.push('text', '', 0).content = state.md.normalizeLinkText(source)
    state.push('link_close', 'a', -1).info = 'auto'
  }
  state.pos += 3 + length
  return true
}

/** Searches the parsed text, because `www.` and mail addresses have no character at which an inline rule could stop. */
function wwwAndMailAddresses(state: StateCore): void {
  for (const block of state.tokens) {
    if (block.type !== 'inline' || block.children === null) continue
    if (!/www\.|@/i.test(block.content)) continue
    let linkDepth = 0
    block.children = block.children.flatMap(token => {
      if (token.type === 'link_open') linkDepth++
      if (token.type === 'link_close') linkDepth--
      return linkDepth === 0 && token.type === 'text' ? splitAtAddresses(state, token) : token
    })
  }
}

function splitAtAddresses(state: StateCore, token: Token): Token[] {
  const parts: Token[] = []
  const text = token.content
  let end = 0
  const add = (type: string, nesting: -1 | 0 | 1, content = '') => {
    const part = new state.Token(type, nesting === 0 ? '' : 'a', nesting)
    part.content = content
    parts.push(part)
    return part
  }
  WWW_OR_MAIL.lastIndex = 0
  for (let match = WWW_OR_MAIL.exec(text); match !== null; match = WWW_OR_MAIL.exec(text)) {
    const isMail = match[1] !== undefined
    const length = isMail ? match[0].length : addressLength(text, match.index, text.length)
    const source = text.slice(match.index, match.index + length)
    const address = state.md.normalizeLink(isMail ? `mailto:${source}` : source)
    WWW_OR_MAIL.lastIndex = match.index + Math.max(length, 1)
    if (length === 0 || !state.md.validateLink(address)) continue
    if (match.index > end) add('text', 0, text.slice(end, match.index))
    const open = add('link_open', 1)
    open.attrs = [['href', address]]
    open.info = 'auto'
    add('text', 0, source)
    add('link_close', -1).info = 'auto'
    end = match.index + length
  }
  if (parts.length === 0) return [token]
  if (end < text.length) add('text', 0, text.slice(end))
  return parts
}
