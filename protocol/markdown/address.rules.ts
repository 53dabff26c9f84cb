import type { MarkdownIt, StateCore, StateInline, Token } from 'markdown-it'

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

/** Ends an address anywhere: spaces, invisible characters, quotation marks, emphasis, CJK punctuation and emoji. */
const STOP =
  /[\s<>"`*\\^{}|\u00ab\u00bb\u200b-\u200f\u2018-\u201f\u2026\u202a-\u202e\u2060-\u2069\u3000-\u303f\ud83c-\ud83e\uff01-\uff0f\uff1a-\uff20\uff3b-\uff40\uff5b-\uff65]/
const HOST_START = /[\p{L}\p{N}]/u
/** Syllables and single jamo, as in `ㅋㅋ`. */
const HANGUL = /[\uac00-\ud7a3\u1100-\u11ff\u3131-\u318e]/
const LETTER_OR_DIGIT = /[a-z0-9]/i
const HOST_END = /[/?#]/
/** Starts a new part of the path or query. Each part is checked on its own. */
const PART_START = /[/?#&=]/
const BRACKETS = new Map([
  ['(', ')'],
  ['[', ']'],
])
const TRAILING = /[?!.,:;_~'&\u2013\u2014\u00b7]/
/** Before Hangul, these belong to the sentence. */
const SENTENCE_PUNCTUATION = /[!,;']/
const HANGUL_TOP_DOMAIN = /\.(?:한국|닷컴|닷넷)$/
/** A label of a host, and not the beginning of the next sentence. */
const HANGUL_LABEL = /^(?:한국|닷컴|닷넷|[\uac00-\ud7a3-]{1,20}\.[a-z0-9\uac00-\ud7a3])/i
const LABEL_MAX = 22
const PARTICLE =
  /^(?:은|는|이|가|을|를|에|에서|에는|에도|에만|에서는|에서도|에게|로|으로|로는|으로는|로도|으로도|와|과|랑|이랑|하고|의|도|만|까지|부터|마다|처럼|보다|나|이나|라는|라고|이라는|이라고|라서|이라서|이며|이고|인데|입니다|입니까|이에요|예요|이다|이요|요)$/
/** The longest particle, and the longest bracket in an address. */
const PARTICLE_MAX = 4
const BRACKET_MAX = 100

/**
 * The length of the bare address that starts at `start`, without its scheme. Only paired brackets are part of it. Trailing
 * punctuation and Korean particles are not. `docs/markdown.md` describes the rules. Takes linear time.
 */
export function addressLength(text: string, start: number, end: number): number {
  if (!HOST_START.test(text.charAt(start))) return 0
  let isInHost = true
  let hasHangul = false
  let position = start
  while (position < end) {
    const character = text.charAt(position)
    if (STOP.test(character) || character === ')' || character === ']') break
    const closing = BRACKETS.get(character)
    if (closing !== undefined) {
      const bracketEnd = isInHost ? -1 : endOfBracket(text, position, end, closing)
      if (bracketEnd < 0) break
      position = bracketEnd
      // Hangul after a bracket is a particle.
      if (HANGUL.test(text.charAt(position))) break
      continue
    }
    if (HANGUL.test(character)) {
      if (isSentenceText(text, position, end, { start, isInHost, hasHangul })) break
      hasHangul = true
    } else if (PART_START.test(character)) {
      hasHangul = false
      if (HOST_END.test(character)) isInHost = false
    }
    position++
  }
  while (position > start && TRAILING.test(text.charAt(position - 1))) position--
  const slash = text.lastIndexOf('/', position - 1)
  if (slash > start && PARTICLE.test(text.slice(slash + 1, Math.min(position, slash + 1 + PARTICLE_MAX + 1))))
    position = slash + 1
  return position - start
}

interface AddressState {
  start: number
  isInHost: boolean
  /** Whether the current part of the address contains Hangul. */
  hasHangul: boolean
}

/** Whether Hangul at `position` belongs to the sentence and not to the address. */
function isSentenceText(text: string, position: number, end: number, state: AddressState): boolean {
  const previous = text.charAt(position - 1)
  if (SENTENCE_PUNCTUATION.test(previous)) return true
  if (state.isInHost) {
    if (previous === '.' && !state.hasHangul)
      return !HANGUL_LABEL.test(text.slice(position, Math.min(end, position + LABEL_MAX)))
    const followsTopDomain = HANGUL_TOP_DOMAIN.test(text.slice(Math.max(state.start, position - 3), position))
    return LETTER_OR_DIGIT.test(previous) || followsTopDomain
  }
  if (previous === '.') return !state.hasHangul
  if (!LETTER_OR_DIGIT.test(previous)) return false
  let runEnd = position
  while (runEnd < end && runEnd - position <= PARTICLE_MAX && HANGUL.test(text.charAt(runEnd))) runEnd++
  // As in `2002년_월드컵`.
  if (/^_[\p{L}\p{N}(]/u.test(text.slice(runEnd, Math.min(end, runEnd + 2)))) return false
  return !state.hasHangul || PARTICLE.test(text.slice(position, runEnd))
}

/** The position after the closing bracket; -1 if there is none, or if the bracket is a remark after the address. */
function endOfBracket(text: string, position: number, end: number, closing: string): number {
  const opening = text.charAt(position)
  if (LETTER_OR_DIGIT.test(text.charAt(position - 1)) && HANGUL.test(text.charAt(position + 1))) return -1
  let depth = 0
  for (let index = position; index < Math.min(end, position + BRACKET_MAX); index++) {
    const character = text.charAt(index)
    if (STOP.test(character)) return -1
    if (character === opening) depth++
    else if (character === closing && --depth === 0) return index + 1
  }
  return -1
}

/** Addresses without a scheme. The group matches the local part of a mail address. */
export const WWW_OR_MAIL =
  /(?<![a-z0-9@./_%+-])(?:www\.[a-z0-9-]+\.[a-z0-9]|([a-z0-9][a-z0-9._%+-]{0,63})@(?:[a-z0-9-]+\.){1,8}[a-z]{2,24})/gi
