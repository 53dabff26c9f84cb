import { JSDOM } from 'jsdom'
import katex from 'katex'
import { afterEach, describe, expect, test, vi } from 'vitest'
import { showDrawn } from '#client/markdown/drawn.elements.ts'
import { drawFormula } from './math.engine.ts'

afterEach(() => vi.unstubAllGlobals())

/** In elements: more than any formula below. */
const ENOUGH = 10_000

function draw(tex: string, mostSize = ENOUGH) {
  return drawFormula({ tex, display: true }, mostSize)
}

/** Each of KaTeX's ways to build something. */
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

test.each(FORMULAS)('%s becomes what KaTeX makes of it', tex => {
  const { document } = new JSDOM('').window
  const [ours, theirs] = [document.createElement('span'), document.createElement('span')]
  const answer = draw(tex)
  if (answer.is !== 'drawn') throw new Error(answer.is)
  showDrawn(ours, answer)

  vi.stubGlobal('document', document)
  katex.render(tex, theirs, { displayMode: true, strict: 'ignore', maxSize: 30 })
  for (const empty of theirs.querySelectorAll('[class=""]')) empty.removeAttribute('class')
  for (const svg of theirs.querySelectorAll('svg')) if (svg.style.length > 0) svg.style.cssText += ''
  // MathML is read aloud and not seen.
  for (const styled of theirs.querySelectorAll('math [style]')) styled.removeAttribute('style')
  expect(theirs.isEqualNode(ours), `${ours.innerHTML}\n\n${theirs.innerHTML}`).toBe(true)
})

test.each(['\\frac{1}{', '\\없는명령', '\\href{https://a.kr}{x'])('%s is wrong', tex => {
  expect(draw(tex)).toEqual({ is: 'wrong' })
})

test('commands that would make links, pictures or attributes make none', () => {
  for (const tex of [
    '\\href{https://a.kr}{x}',
    '\\url{javascript:alert(1)}',
    '\\includegraphics{https://a.kr/b.png}',
    '\\htmlClass{a}{x}\\htmlId{b}{y}\\htmlStyle{color:red}{z}\\htmlData{c=d}{w}',
  ]) {
    const answer = draw(tex)
    if (answer.is !== 'drawn') continue
    const { document } = new JSDOM('').window
    showDrawn(document.body, answer)
    expect(document.querySelectorAll('a, img, [href], [src], [id], [data-c]')).toHaveLength(0)
  }
})

describe('over its budget is', () => {
  test.each([
    ['what makes too many elements', 'x+'.repeat(400)],
    ['a macro that produces much', `\\def\\a{${'x^2'.repeat(300)}}${'\\a '.repeat(20)}`],
    ['what nests so deep that a browser would break', `${'\\sqrt{'.repeat(60)}x${'}'.repeat(60)}`],
    ['what nests so deep that KaTeX breaks', `${'{'.repeat(20_000)}x${'}'.repeat(20_000)}`],
    [
      'boxes in boxes, which are laid out again and again',
      `${'\\raisebox{1em}{$'.repeat(15)}x${'$}'.repeat(15)}`.repeat(10),
    ],
  ])('%s', (_, tex) => {
    expect(draw(tex, 2_500)).toEqual({ is: 'over' })
  })

  test('not what is long and plain, or nests as formulas do', () => {
    expect(draw('x+'.repeat(200), 2_500).is).toBe('drawn')
    expect(draw(`${'\\cfrac{1}{1+'.repeat(10)}x${'}'.repeat(10)}`, 2_500).is).toBe('drawn')
  })
})

test('no document is left behind', () => {
  draw('x')
  expect(globalThis.document).toBeUndefined()
})
