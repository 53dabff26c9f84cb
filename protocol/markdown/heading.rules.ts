import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { decodeFragment } from '../encoding.ts'
import { isOwnHeading } from '../linkTargets.ts'
import { isFragment } from './address.policy.ts'
import { textOf } from './token.text.ts'
import { wikiLinkOf } from './wikiLink.rules.ts'

export type MarkdownHeading = {
  /** The number of `#` in the source. */
  level: number
  words: string
  /** Unique in its text. The prefix keeps it apart from the ids of the app. */
  id: string
  /** Whether the text links to it. */
  isLinked?: boolean
}

const PREFIX = 'h-'
/** In characters: messengers break longer URLs. */
const NAME_MAX = 60

/** Assigns ids to headings outside of lists and quotes, in `meta.heading`. */
export function headings(md: MarkdownIt): void {
  md.core.ruler.push('headings', assignIds)
}

export function headingsIn(tokens: readonly Token[]): MarkdownHeading[] {
  return tokens.flatMap(token => headingOf(token) ?? [])
}

export function headingOf(token: Token): MarkdownHeading | undefined {
  return token.meta?.heading as MarkdownHeading | undefined
}

/** The heading of the same text that a link points to. */
export function linkedHeadingOf(token: Token): MarkdownHeading | undefined {
  return token.meta?.linkedHeading as MarkdownHeading | undefined
}

function assignIds(state: StateCore): void {
  const names = new Map<string, number>()
  const slugs = new Map<string, number>()
  const headingsBySlug = new Map<string, MarkdownHeading>()
  const headingsByName = new Map<string, MarkdownHeading>()
  state.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open' || token.level > 0) return
    const inline = state.tokens[index + 1]
    const words = inline ? textOf(inline).trim() : ''
    if (words === '') return
    const heading: MarkdownHeading = {
      level: Number(token.tag.slice(1)),
      words,
      id: PREFIX + uniqueName(nameOf(words), names),
    }
    token.meta = { heading }
    headingsBySlug.set(uniqueSlug(slugOf(words), slugs), heading)
    for (const name of [heading.id, heading.id.slice(PREFIX.length), nameOf(words)])
      if (!headingsByName.has(name)) headingsByName.set(name, heading)
  })
  linkHeadings(state, fragment => {
    const target = decodeFragment(fragment).toLowerCase()
    return headingsBySlug.get(target) ?? headingsByName.get(target) ?? headingsByName.get(nameOf(target))
  })
}

/** Connects links to their headings. A link without a heading is shown as plain text, so that its author notices. */
function linkHeadings(state: StateCore, find: (fragment: string) => MarkdownHeading | undefined): void {
  for (const { children } of state.tokens) {
    let closingText: string | null = null
    for (const token of children ?? []) {
      if (token.type === 'wiki_link') linkOwnHeading(token, find)
      const href = token.type === 'link_open' ? String(token.attrGet('href')) : ''
      if (token.type === 'link_close' && closingText !== null) {
        replaceWithText(token, closingText)
        closingText = null
      } else if (isFragment(href)) {
        const heading = find(href.slice(1))
        if (heading) {
          heading.isLinked = true
          token.meta = { ...token.meta, linkedHeading: heading }
        } else {
          const title = token.attrGet('title')
          closingText = `](${decodeFragment(href)}${title === null ? '' : ` "${title}"`})`
          replaceWithText(token, '[')
        }
      }
    }
  }
}

function linkOwnHeading(token: Token, find: (fragment: string) => MarkdownHeading | undefined): void {
  const { target } = wikiLinkOf(token)
  const heading = isOwnHeading(target) ? find(target.slice(1).trim()) : undefined
  if (heading === undefined) return
  heading.isLinked = true
  token.meta = { ...token.meta, linkedHeading: heading }
}

/** The id of a heading with these words in another note, unless an earlier one there has the same words. */
export const headingIdOf = (words: string) => PREFIX + nameOf(words)

function replaceWithText(token: Token, text: string): void {
  Object.assign(token, { type: 'text', tag: '', nesting: 0, content: text })
}

/** The slug as on GitHub: '집에 대하여 (1)' becomes '집에-대하여-1'. */
function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** The second heading with a slug ends in `-1`. */
function uniqueSlug(slug: string, counts: Map<string, number>): string {
  let unique = slug
  let count = counts.get(slug) ?? 0
  while (counts.has(unique)) unique = `${slug}-${++count}`
  counts.set(slug, count)
  counts.set(unique, 0)
  return unique
}

/** '집에 대하여 (1)' becomes '집에-대하여-1'. */
function nameOf(words: string): string {
  const parts = words.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  return [...parts.join('-')].slice(0, NAME_MAX).join('')
}

/** `counts` maps each name in use to the number to try next. */
function uniqueName(name: string, counts: Map<string, number>): string {
  let count = counts.get(name) ?? 1
  let unique = count === 1 ? name : `${name}-${count}`
  while (count > 1 && counts.has(unique)) unique = `${name}-${++count}`
  counts.set(name, count + 1)
  if (unique !== name) counts.set(unique, 2)
  return unique
}
