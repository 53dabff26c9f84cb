import type { Token } from 'markdown-it'
import MarkdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { isImageAddress, isLinkAddress } from './address.policy.ts'
import { bareAddresses } from './address.rules.ts'
import { directions } from './direction.rules.ts'
import { footnotes } from './footnote.rules.ts'
import { headings } from './heading.rules.ts'
import { formulas } from './math.rules.ts'
import { pairs } from './pair.rules.ts'
import { linesAsTyped } from './paragraph.rules.ts'
import { pictures } from './picture.rules.ts'
import { symbols } from './symbol.rules.ts'
import { boundedTables } from './table.rules.ts'
import { tasks } from './task.rules.ts'

/**
 * How deep the parser follows brackets within brackets; time grows with it (thousands of `![`). More than the
 * blocks ever reach, for it would drop what lies deeper there.
 */
const DEEPEST_NESTING = 32

/** The product's markdown; `docs/markdown.md` lists its rules and where they leave CommonMark. */
const parser = new MarkdownIt({ html: false, maxNesting: DEEPEST_NESTING })
  .use(cjkFriendly)
  .use(boundedTables)
  .use(linesAsTyped)
  .use(pairs)
  .use(footnotes)
  .use(formulas)
  .use(bareAddresses)
  .use(tasks)
  .use(pictures)
  .use(symbols)
  .use(headings)
  .use(directions)

/** Resolves the escapes and entities of a code block's first line, which markdown-it leaves to its renderer. */
export const unescapeInfo = parser.utils.unescapeAll

/** An address with its host's encoded parts (`xn--…`) decoded. */
export const readableAddress = parser.normalizeLinkText

const normalize = parser.normalizeLink.bind(parser)
parser.normalizeLink = address => normalize(/^www\./i.test(address) ? `https://${address}` : address)
// Whether it stands in a link or a picture is not told; what becomes an element is asked which it is.
parser.validateLink = address => isLinkAddress(address) || isImageAddress(address)

/** The blocks of a text, without what is in their lines: that takes a tenth of the time. */
export function parseBlocks(text: string): Token[] {
  const tokens: Token[] = []
  parser.block.parse(text, parser, {}, tokens)
  return tokens
}

/** By which name a definition is found. */
export const referenceName = parser.utils.normalizeReference

export function parseMarkdown(text: string): Token[] {
  return parser.parse(text, {})
}
