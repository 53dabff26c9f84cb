import katex from 'katex'
import type { StaticPage } from '#client/markdown/markdownContexts.ts'
import type { RunLimited } from '#protocol/publicPages.ts'

/** For all formulas of a page, in milliseconds. The last ones of a longer page are shown as their source. */
const FORMULAS_MS = 250
/** In characters: a macro of a few can make megabytes. A formula that fills a line makes some two thousand. */
const FORMULA_LENGTH_MAX = 20_000
const FORMULAS_LENGTH_MAX = 400_000
/** In elements. Browsers lay out nested MathML again for each level. */
const FORMULA_DEPTH_MAX = 50

/** Renders the formulas of one page, within its limits. */
export function formulaRenderer(runLimited: RunLimited): StaticPage['formula'] {
  let remainingMs = FORMULAS_MS
  let remainingLength = FORMULAS_LENGTH_MAX
  return (tex, display) => {
    const startedAt = performance.now()
    const markup = remainingMs < 1 ? null : runLimited(() => mathMarkup(tex, display), Math.ceil(remainingMs))
    remainingMs -= performance.now() - startedAt
    if (markup === null || markup.length > Math.min(FORMULA_LENGTH_MAX, remainingLength)) return null
    if (depthOf(markup) > FORMULA_DEPTH_MAX) return null
    remainingLength -= markup.length
    return markup
  }
}

/** Null for invalid TeX. */
function mathMarkup(tex: string, displayMode: boolean): string | null {
  try {
    // As in `math.engine.ts`.
    const options = { displayMode, trust: false, strict: 'ignore', throwOnError: true, maxSize: 30 } as const
    return katex.renderToString(tex, { ...options, output: 'mathml' })
  } catch {
    return null
  }
}

function depthOf(markup: string): number {
  let depth = 0
  let deepest = 0
  for (const [tag] of markup.matchAll(/<[^>]*>/g)) {
    if (!tag.endsWith('/>')) depth += tag.startsWith('</') ? -1 : 1
    deepest = Math.max(deepest, depth)
  }
  return deepest
}
