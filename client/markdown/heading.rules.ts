import type { MarkdownIt, StateCore, Token } from 'markdown-it'
import { decodeFragment } from '#client/platform/browser/decodeFragment.ts'
import { isFragment } from './address.policy.ts'
import { wordsOf } from './token.words.ts'

/** A heading that can be led to. */
export type WrittenHeading = {
  /** As many `#` as it was written with. */
  level: number
  words: string
  /** Unique in its text. No element of the product's own has one that begins like this. */
  id: string
  /** Whether a link of the text leads to it. */
  isLinked?: boolean
}

const PREFIX = 'h-'
/** In characters: longer addresses break when they are sent on. */
const LONGEST_NAME = 60

/** Says of the headings that stand in no list or quote, in `meta.heading`, under which id they can be led to. */
export function headings(md: MarkdownIt): void {
  md.core.ruler.push('headings', nameHeadings)
}

export function headingsIn(tokens: readonly Token[]): WrittenHeading[] {
  return tokens.flatMap(token => headingOf(token) ?? [])
}

export function headingOf(token: Token): WrittenHeading | undefined {
  return token.meta?.heading as WrittenHeading | undefined
}

/** The heading of the same text to which a link leads. */
export function linkedHeading(token: Token): WrittenHeading | undefined {
  return token.meta?.linkedHeading as WrittenHeading | undefined
}

function nameHeadings(state: StateCore): void {
  const names = new Map<string, number>()
  const slugs = new Map<string, number>()
  const targets = new Map<string, WrittenHeading>()
  const loose = new Map<string, WrittenHeading>()
  state.tokens.forEach((token, index) => {
    if (token.type !== 'heading_open' || token.level > 0) return
    const inline = state.tokens[index + 1]
    const words = inline ? wordsOf(inline).trim() : ''
    if (words === '') return
    const heading: WrittenHeading = {
      level: Number(token.tag.slice(1)),
      words,
      id: PREFIX + uniqueName(nameOf(words), names),
    }
    token.meta = { heading }
    targets.set(uniqueSlug(slugOf(words), slugs), heading)
    for (const name of [heading.id, heading.id.slice(PREFIX.length), nameOf(words)])
      if (!loose.has(name)) loose.set(name, heading)
  })
  linkHeadings(state, fragment => {
    const written = decodeFragment(fragment).toLowerCase()
    return targets.get(written) ?? loose.get(written) ?? loose.get(nameOf(written))
  })
}

/** Ties links to the headings that they name. What names none is shown as typed, so that its writer sees it. */
function linkHeadings(state: StateCore, find: (fragment: string) => WrittenHeading | undefined): void {
  for (const { children } of state.tokens) {
    let missing: string | null = null
    for (const token of children ?? []) {
      const href = token.type === 'link_open' ? String(token.attrGet('href')) : ''
      if (token.type === 'link_close' && missing !== null) {
        showAsTyped(token, missing)
        missing = null
      } else if (isFragment(href)) {
        const heading = find(href.slice(1))
        if (heading) {
          heading.isLinked = true
          token.meta = { ...token.meta, linkedHeading: heading }
        } else {
          const title = token.attrGet('title')
          missing = `](${decodeFragment(href)}${title === null ? '' : ` "${title}"`})`
          showAsTyped(token, '[')
        }
      }
    }
  }
}

function showAsTyped(token: Token, words: string): void {
  Object.assign(token, { type: 'text', tag: '', nesting: 0, content: words })
}

/** As GitHub names headings, since links to them are written by that: '집에 대하여 (1)' as '집에-대하여-1'. */
function slugOf(words: string): string {
  return words
    .toLowerCase()
    .replace(/[^\p{L}\p{M}\p{N}\p{Pc}\- ]/gu, '')
    .replaceAll(' ', '-')
}

/** The second of a name ends in `-1`. */
function uniqueSlug(slug: string, times: Map<string, number>): string {
  let unique = slug
  let time = times.get(slug) ?? 0
  while (times.has(unique)) unique = `${slug}-${++time}`
  times.set(slug, time)
  times.set(unique, 0)
  return unique
}

/** '집에 대하여 (1)' as '집에-대하여-1'. */
function nameOf(words: string): string {
  const parts = words.toLowerCase().match(/[\p{L}\p{M}\p{N}_]+/gu) ?? []
  return [...parts.join('-')].slice(0, LONGEST_NAME).join('')
}

/** `times` holds every name given so far, with the number that the next of its kind tries first. */
function uniqueName(name: string, times: Map<string, number>): string {
  let time = times.get(name) ?? 1
  let unique = time === 1 ? name : `${name}-${time}`
  while (time > 1 && times.has(unique)) unique = `${name}-${++time}`
  times.set(name, time + 1)
  if (unique !== name) times.set(unique, 2)
  return unique
}
