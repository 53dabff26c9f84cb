import { headingsIn } from '#protocol/markdown/heading.rules.ts'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'

/** Import it lazily: the parser is large. */
export const headingsOfText = (text: string) => headingsIn(parseMarkdown(text)).map(({ words }) => words)
