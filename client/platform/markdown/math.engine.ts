import 'katex/dist/katex-swap.min.css'
import './math.css'
import katex from 'katex'
import { formulaSource } from './formula.source.ts'

/**
 * Draws a formula into `place`, or its source when it is wrong. KaTeX builds the nodes itself (`katex.render`):
 * unlike its HTML string this passes no parser and needs no `unsafe-inline` styles in the content security policy.
 */
export function drawFormula(place: HTMLElement, tex: string, display: boolean): void {
  try {
    katex.render(tex, place, {
      displayMode: display,
      // \href, \includegraphics and the \html… commands stay without effect.
      trust: false,
      // Hangul in a formula is fine.
      strict: 'ignore',
      throwOnError: true,
      maxExpand: 300,
      // In em: no rule or space larger than the sheet.
      maxSize: 30,
    })
    place.removeAttribute('data-wrong')
  } catch {
    const source = document.createElement('code')
    source.textContent = formulaSource(tex, display)
    place.replaceChildren(source)
    place.setAttribute('data-wrong', '')
  }
}
