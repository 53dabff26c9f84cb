import type { Token } from 'markdown-it'
import MarkdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { isImageAddress, isLinkAddress } from './address.policy.ts'
import { bareAddresses } from './address.rules.ts'
import { boundedTables, linesAsTyped } from './block.rules.ts'
import { callouts } from './callout.rules.ts'
import { details } from './details.rules.ts'
import { directions } from './direction.rules.ts'
import { fences } from './fence.rules.ts'
import { footnotes } from './footnote.rules.ts'
import { hashtags } from './hashtag.rules.ts'
import { headings } from './heading.rules.ts'
import { pairs, symbols } from './inline.rules.ts'
import { formulas } from './math.rules.ts'
import { pictures } from './picture.rules.ts'
import { tags } from './tag.rules.ts'
import { tasks } from './task.rules.ts'
import { wikiLinks } from './wikiLink.rules.ts'

/**
 * Limits nested brackets, because parsing time grows with their depth (thousands of `![`). Must exceed the depth of blocks: the
 * parser drops deeper ones.
 */
const NESTING_MAX = 32

/** `docs/markdown.md` lists the rules and their deviations from CommonMark. */
const parser = new MarkdownIt({ html: false, maxNesting: NESTING_MAX })
  .use(cjkFriendly)
  .use(boundedTables)
  .use(linesAsTyped)
  .use(pairs)
  .use(footnotes)
  .use(callouts)
  .use(details)
  .use(fences)
  .use(tags)
  .use(wikiLinks)
  .use(formulas)
  .use(bareAddresses)
  .use(tasks)
  .use(pictures)
  .use(symbols)
  .use(hashtags)
  .use(headings)
  .use(directions)

/** Resolves escapes and entities in the first line of a code block, which the parser of markdown-it does not. */
export const unescapeText = parser.utils.unescapeAll

/** Decodes the punycode parts (`xn--…`) of a host in an address. */
export const decodeHost = parser.normalizeLinkText

const normalize = parser.normalizeLink.bind(parser)
parser.normalizeLink = address => normalize(/^www\./i.test(address) ? `https://${address}` : address)
// The parser does not say whether the address is for a link or a picture. `markdown.shapes.tsx` checks that.
parser.validateLink = address => isLinkAddress(address) || isImageAddress(address)

/** Parses blocks without their inline content, in a tenth of the time. */
export function parseBlocks(text: string): Token[] {
  const tokens: Token[] = []
  parser.block.parse(text, parser, {}, tokens)
  return tokens
}

export function parseMarkdown(text: string): Token[] {
  return parser.parse(text, {})
}
