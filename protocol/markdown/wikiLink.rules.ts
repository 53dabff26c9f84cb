import type { Env, MarkdownIt, StateInline, Token } from 'markdown-it'
import { readWikiLink, type WikiLink, wordsOfLink } from '../linkTargets.ts'

/**
 * `[[제목]]`, a link to a note of the same author. The `wiki_link` token has the words of the plain text in `content`. Stays as
 * CommonMark reads it inside of a link, as the text of a link (`[[글]](https://…)`), and if a definition has the words.
 */
export function wikiLinks(md: MarkdownIt): void {
  md.inline.ruler.after('link', 'wiki_link', wikiLink)
}

export function wikiLinkOf(token: Token): Pick<WikiLink, 'target' | 'label'> {
  return token.meta?.link as Pick<WikiLink, 'target' | 'label'>
}

function wikiLink(state: StateInline, silent: boolean): boolean {
  // Silent while the text of a link is delimited: its brackets are then those of CommonMark.
  if (silent || state.linkLevel > 0 || state.src.charAt(state.pos) !== '[') return false
  const link = readWikiLink(state.src, state.pos, state.posMax)
  if (link === null || isDefined(state, link.target)) return false
  const { target, label } = link
  const token = state.push('wiki_link', '', 0)
  token.content = wordsOfLink(link)
  token.meta = { link: { target, ...(label !== undefined && { label }) } }
  state.pos = link.end
  return true
}

function isDefined({ env, md }: StateInline, target: string): boolean {
  const { references } = env as Env & { references?: Record<string, unknown> }
  return references !== undefined && md.utils.normalizeReference(target) in references
}
