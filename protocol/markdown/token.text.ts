import type { Token } from 'markdown-it'

/** The plain text of a token. Formulas appear as their source. */
export function textOf(token: Token): string {
  if (token.type === 'footnote_ref') return ''
  if (token.children === null) return token.type === 'hardbreak' ? ' ' : token.content
  return token.children.map(textOf).join('')
}
