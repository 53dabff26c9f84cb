import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { TAG_MAX } from '../limits.ts'
import { toNfc } from '../normalization.ts'

/** Letters, digits and `_`, with single `-` and `/` between them. Matches in only one way, so it takes linear time. */
const TAG = /#([\p{L}\p{M}\p{N}_]+(?:[-/][\p{L}\p{M}\p{N}_]+)*)/gu
const LETTER = /\p{L}/u
/** `#fff`, `#1a2b3c` and, with opacity, `#1a2b3c80`. Colours of four digits are rare, and words of four such letters are not (`#cafe`). */
const COLOUR = /^(?:[\da-f]{3}|[\da-f]{6}|[\da-f]{8})$/i
/** A tag begins a line, or follows a blank or an opening bracket. */
const BLANK_OR_BRACKET = /[\s\p{Ps}]$/u

/**
 * `#여행`, a tag of the note. The `hashtag` token has the words as typed in `content`. None in headings, links, code and formulas. Runs
 * before escapes are joined with the text around, so that `\#여행` stays as typed.
 */
export function hashtags(md: MarkdownIt): void {
  md.core.ruler.before('text_join', 'hashtags', markTags)
}

/** Tags with the same key are equal. */
export function tagKeyOf(name: string): string {
  return toNfc(name).toLowerCase()
}

/** The key of a tag with or without `#`. Null for words that are not a tag. */
export function readTag(words: string): string | null {
  const tag = words.startsWith('#') ? words : `#${words}`
  const [match] = tag.matchAll(TAG)
  const isTag = match?.[0] === tag && isName(tag.slice(1))
  return isTag ? tagKeyOf(tag.slice(1)) : null
}

const isName = (name: string) => toNfc(name).length <= TAG_MAX && LETTER.test(name) && !COLOUR.test(name)

function markTags(state: StateCore): void {
  state.tokens.forEach((block, index) => {
    if (block.type !== 'inline' || block.children === null || !block.content.includes('#')) return
    if (state.tokens[index - 1]?.type === 'heading_open') return
    let linkDepth = 0
    let before = '\n'
    block.children = block.children.flatMap(token => {
      if (token.type === 'link_open') linkDepth++
      if (token.type === 'link_close') linkDepth--
      const parts = linkDepth === 0 && token.type === 'text' ? splitAtTags(state, token, before) : [token]
      before = endOf(token, before)
      return parts
    })
  })
}

/** The last character of the text so far. The marks of bold and other styles are not part of it. */
function endOf({ type, nesting, content }: Token, before: string): string {
  if (type === 'softbreak' || type === 'hardbreak') return '\n'
  if (nesting !== 0 || (type === 'text' && content === '')) return before
  return content.slice(-1) || '.'
}

function splitAtTags(state: StateCore, token: Token, before: string): Token[] {
  const text = token.content
  if (!text.includes('#')) return [token]
  const parts: Token[] = []
  let end = 0
  const add = (type: string, content: string) => {
    if (content === '') return
    const part = new state.Token(type, '', 0)
    part.content = content
    parts.push(part)
  }
  for (const { 0: words, 1: name = '', index } of text.matchAll(TAG)) {
    const isStart = BLANK_OR_BRACKET.test(index === 0 ? before : text.slice(Math.max(0, index - 2), index))
    if (!isStart || !isName(name)) continue
    add('text', text.slice(end, index))
    add('hashtag', words)
    end = index + words.length
  }
  if (parts.length === 0) return [token]
  add('text', text.slice(end))
  return parts
}
