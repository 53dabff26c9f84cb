import katex from 'katex'
import type { Answer, FormulaJob } from '#client/markdown/drawn.ts'
import { flatten } from './flatten.ts'
import { type Recorded, recordBuilding } from './recorder.ts'

/** Draws a formula. KaTeX builds nodes itself (`katex.render`), so no markup is written or parsed. */
export function drawFormula({ tex, display }: FormulaJob, mostSize: number): Answer {
  let built: Recorded[]
  try {
    built = recordBuilding(place =>
      katex.render(tex, place, {
        displayMode: display,
        // \href, \includegraphics and the \html… commands stay without effect.
        trust: false,
        // Hangul in a formula is fine.
        strict: 'ignore',
        throwOnError: true,
        // In em: no rule or space larger than the sheet.
        maxSize: 30,
      }),
    )
  } catch (error) {
    // All else comes of nesting that exhausts the stack.
    return { is: error instanceof katex.ParseError ? 'wrong' : 'over' }
  }
  return flatten(built, mostSize)
}
