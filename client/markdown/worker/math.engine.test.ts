import { JSDOM } from 'jsdom'
import katex from 'katex'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { insertRendered } from '#client/markdown/Rendered.tsx'
import { renderFormula } from './math.engine.ts'

afterEach(() => vi.unstubAllGlobals())

/** In elements: more than any formula below needs. */
const ENOUGH = 10_000

function render(tex: string, maxSize = ENOUGH) {
  return renderFormula({ tex, display: true }, maxSize)
}

/** These use all functions of KaTeX that build nodes. */
const FORMULAS = [
  'x^2_1 + \\text{한글} \\neq \\alpha\\,\\dots',
  '\\frac{1}{2} \\cfrac{1}{1+x} \\binom{n}{k} \\sqrt[3]{\\frac{a}{b}}',
  '\\left(\\frac{\\frac{1}{2}}{3}\\right]\\Bigg\\langle \\left.x\\middle|y\\right\\}',
  '\\begin{array}{|c:r|}\\hline a & b \\\\[1em] \\hdashline c & d \\end{array} \\begin{pmatrix}1&2\\\\3&4\\end{pmatrix}',
  '\\begin{align*} a &= b \\\\ &\\le c \\end{align*} \\begin{cases} 1 \\\\ 2 \\end{cases}',
  '\\begin{CD} A @>a>> B \\\\ @VbVV @AAcA \\\\ C @= D \\end{CD}',
  '\\overbrace{a+b}^{2} \\underbrace{c}_{d} \\widehat{abc} \\vec{x} \\overline{y} \\overrightarrow{AB} \\xrightarrow[under]{over}',
  '\\int_0^1 \\sum_{i=1}^{n} \\iint \\oiint \\lim_{x \\to 0} \\operatorname*{arg\\,max}_x',
  '\\boxed{a} \\fbox{b} \\colorbox{yellow}{c} \\fcolorbox{red}{blue}{d} \\cancel{e} \\xcancel{f} \\sout{g} \\phase{h} \\angl{n}',
  '\\raisebox{1em}{a} \\rule{1em}{2em} \\kern1em \\smash{b} \\phantom{c} \\rlap{d} \\vcenter{e} \\mathchoice{a}{b}{c}{d}',
  '\\mathbb{R}\\mathcal{L}\\mathfrak{g}\\mathsf{s}\\mathtt{t}\\boldsymbol{b} \\pmb{x} \\Huge H \\tiny t \\textcolor{#228B22}{F} \\tag{1}',
]

test.each(FORMULAS)('%s renders as in KaTeX', tex => {
  const { document } = new JSDOM('').window
  const [ours, theirs] = [document.createElement('span'), document.createElement('span')]
  const result = render(tex)
  if (result.status !== 'rendered') throw new Error(result.status)
  insertRendered(ours, result)

  vi.stubGlobal('document', document)
  katex.render(tex, theirs, { displayMode: true, strict: 'ignore', maxSize: 30 })
  for (const empty of theirs.querySelectorAll('[class=""]')) empty.removeAttribute('class')
  for (const svg of theirs.querySelectorAll('svg')) if (svg.style.length > 0) svg.style.cssText += ''
  // MathML is only for screen readers.
  for (const styled of theirs.querySelectorAll('math [style]')) styled.removeAttribute('style')
  expect(theirs.isEqualNode(ours), `${ours.innerHTML}\n\n${theirs.innerHTML}`).toBe(true)
})

test.each(['\\frac{1}{', '\\없는명령', '\\href{https://a.kr}{x'])('%s is invalid', tex => {
  expect(render(tex)).toEqual({ status: 'invalid' })
})

test('commands for links, pictures and attributes have no effect', () => {
  for (const tex of [
    '\\href{https://a.kr}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://a.kr/b.png}',
    '\\htmlClass{a}{x}\\htmlId{b}{y}\\htmlStyle{color:red}{z}\\htmlData{c=d}{w}',
  ]) {
    const result = render(tex)
    if (result.status !== 'rendered') continue
    const { document } = new JSDOM('').window
    insertRendered(document.body, result)
    expect(document.querySelectorAll('a, img, [href], [src], [id], [data-c]')).toHaveLength(0)
  }
})

describe('size limits', () => {
  test.each([
    ['too many elements', 'x+'.repeat(400)],
    ['a macro with large output', `\\def\\a{${'x^2'.repeat(300)}}${'\\a '.repeat(20)}`],
    ['nesting too deep for a browser', `${'\\sqrt{'.repeat(60)}x${'}'.repeat(60)}`],
    ['nesting too deep for KaTeX', `${'{'.repeat(20_000)}x${'}'.repeat(20_000)}`],
    [
      'nested boxes, which browsers lay out repeatedly',
      `${'\\raisebox{1em}{$'.repeat(15)}x${'$}'.repeat(15)}`.repeat(10),
    ],
  ])('reject %s', (_, tex) => {
    expect(render(tex, 2_500)).toEqual({ status: 'overBudget' })
  })

  test('allow long plain formulas and usual nesting', () => {
    expect(render('x+'.repeat(200), 2_500).status).toBe('rendered')
    expect(render(`${'\\cfrac{1}{1+'.repeat(10)}x${'}'.repeat(10)}`, 2_500).status).toBe('rendered')
  })
})

test('restores the global document', () => {
  render('x')
  expect(globalThis.document).toBeUndefined()
})
