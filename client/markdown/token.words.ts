import type { Token } from 'markdown-it'

/** What a reader sees of a token, without marks; of a formula its source. */
export function wordsOf(token: Token): string {
  if (token.type === 'footnote_ref') return ''
  if (token.children === null) return token.type === 'hardbreak' ? ' ' : token.content
  return token.children.map(wordsOf).join('')
}
