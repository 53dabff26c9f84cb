import type { MarkdownIt, StateCore, Token } from 'markdown-it'

/** The page in which the client renders diagrams, with a content security policy of its own. */
export const DIAGRAM_PAGE = '/diagram.html'

/** More diagrams in a note stay code blocks. */
const DIAGRAMS_MAX = 20

/** Code blocks that are not shown as code: ` ```math ` is a formula, ` ```mermaid ` a diagram. */
export function fences(md: MarkdownIt): void {
  md.core.ruler.after('block', 'fences', convertFences)
}

export function isDiagram(token: Token): boolean {
  return token.meta?.isDiagram === true
}

function convertFences(state: StateCore): void {
  let diagrams = 0
  for (const token of state.tokens) {
    if (token.type !== 'fence' || token.content.trim() === '') continue
    const language = token.info.trim().split(/\s+/, 1)[0]?.toLowerCase()
    if (language === 'math') Object.assign(token, { type: 'math', tag: 'math', markup: '$$' })
    else if (language === 'mermaid' && diagrams++ < DIAGRAMS_MAX) token.meta = { isDiagram: true }
  }
}
