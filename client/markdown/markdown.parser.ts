import type { Token } from 'markdown-it'
import MarkdownIt from 'markdown-it'
import cjkFriendly from 'markdown-it-cjk-friendly'
import { isLinkAddress } from './address.policy.ts'
import { bareAddresses } from './address.rules.ts'
import { formulas } from './math.rules.ts'
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
  // `네~~` and `안녕~~` are everyday Korean, so two tildes strike nothing out.
  .disable('strikethrough')
  .use(cjkFriendly)
  .use(boundedTables)
  .use(linesAsTyped)
  .use(formulas)
  .use(bareAddresses)
  .use(tasks)
  .use(pictures)
  .use(symbols)

/** Resolves the escapes and entities of a code block's first line, which markdown-it leaves to its renderer. */
export const unescapeInfo = parser.utils.unescapeAll

/** An address with its host's encoded parts (`xn--…`) decoded. */
export const readableAddress = parser.normalizeLinkText

const normalize = parser.normalizeLink.bind(parser)
parser.normalizeLink = address => normalize(/^www\./i.test(address) ? `https://${address}` : address)
parser.validateLink = isLinkAddress

export function parseMarkdown(text: string): Token[] {
  return parser.parse(text, {})
}
