/** Formulas of a page, which most programs put on the clipboard twice or as pictures, become one TeX source each. */

/** What holds a whole formula: KaTeX, MathJax 2 and 3, Wikipedia. The outermost comes first. */
const FORMULAS =
  '.katex-display, .katex, mjx-container, .MathJax_Display, .MathJax, .mwe-math-element, script[type^="math/tex"], math'
const TEX_PICTURES =
  'img.mwe-math-fallback-image-inline, img.mwe-math-fallback-image-display, img.latex, img.tex'
/** What stands beside a formula of MathJax 2 and shows the same. */
const DOUBLES = '.MathJax_Preview, .MJX_Assistive_MathML, mjx-assistive-mml, .katex-mathml'
const DISPLAY =
  '.katex-display, mjx-container[display="true"], .MathJax_Display, .mwe-math-element-block, math[display="block"], script[type*="mode=display"], img.mwe-math-fallback-image-display'

export function readFormulas(body: HTMLElement): void {
  for (const formula of body.querySelectorAll(`${FORMULAS}, ${TEX_PICTURES}`)) {
    if (!body.contains(formula)) continue
    const tex = texOf(formula)
    if (tex === '') continue
    const isDisplay = formula.matches(DISPLAY) || formula.querySelector(DISPLAY) !== null
    // MathJax 2 leaves the source as a script behind what it has drawn.
    const next = formula.nextElementSibling
    if (next?.matches('script[type^="math/tex"]')) next.remove()
    formula.replaceWith(rawOf(formula.ownerDocument, tex, isDisplay))
  }
  for (const double of body.querySelectorAll(DOUBLES)) double.remove()
}

/** Stands for markdown that is written as it is. */
function rawOf(document: Document, tex: string, isDisplay: boolean): HTMLElement {
  const raw = document.createElement('code')
  raw.dataset.raw = isDisplay ? 'display' : 'inline'
  raw.textContent = isDisplay ? `$$${tex}$$` : `$${tex}$`
  return raw
}

function texOf(formula: Element): string {
  const next = formula.nextElementSibling
  const source =
    formula.querySelector('annotation[encoding="application/x-tex"]')?.textContent ??
    (formula.matches('script') ? formula.textContent : null) ??
    (next?.matches('script[type^="math/tex"]') ? next.textContent : null) ??
    formula.querySelector('math[alttext]')?.getAttribute('alttext') ??
    formula.getAttribute('alttext') ??
    (formula.matches('img') ? formula : formula.querySelector(TEX_PICTURES))?.getAttribute('alt') ??
    texOfMathMl(formula)
  const tex = source.trim().replace(/\s+/g, ' ')
  // Wikipedia wraps every formula so.
  return tex
    .replace(/^\{\\(?:display|text)style (.*)\}$/, '$1')
    .replaceAll('$', '\\$')
    .trim()
}

function texOfMathMl(formula: Element): string {
  const math = formula.matches('math') ? formula : formula.querySelector('math')
  if (math) return texIn(math)
  const stored =
    formula.getAttribute('data-mathml') ?? formula.querySelector('[data-mathml]')?.getAttribute('data-mathml')
  if (!stored) return ''
  const { body } = new DOMParser().parseFromString(stored, 'text/html')
  return texIn(body)
}

const texIn = (element: Element): string => [...element.children].map(texOfNode).join(' ').trim()

/** Of MathML what formulas in texts are made of; of anything else its words. */
function texOfNode(node: Element): string {
  const [first = '', second = '', third = ''] = [...node.children].map(texOfNode)
  const words = node.textContent.trim()
  switch (node.localName) {
    case 'mi':
    case 'mn':
      return words.length > 1 && /^[a-z]+$/i.test(words) ? `\\mathrm{${words}}` : words
    case 'mo':
      return words.replace(/[\u2061-\u2064]/g, '').replace(/[{}%#&_]/g, '\\$&')
    case 'mtext':
    case 'ms':
      return words === '' ? '' : `\\text{${words}}`
    case 'mspace':
    case 'annotation':
    case 'annotation-xml':
      return ''
    case 'msup':
      return `{${first}}^{${second}}`.replace(/^\{(\w)\}/, '$1')
    case 'msub':
      return `{${first}}_{${second}}`.replace(/^\{(\w)\}/, '$1')
    case 'msubsup':
    case 'munderover':
      return `{${first}}_{${second}}^{${third}}`.replace(/^\{(\w|\W)\}/u, '$1')
    case 'munder':
      return `\\underset{${second}}{${first}}`
    case 'mover':
      return `\\overset{${second}}{${first}}`
    case 'mfrac':
      return `\\frac{${first}}{${second}}`
    case 'msqrt':
      return `\\sqrt{${texIn(node)}}`
    case 'mroot':
      return `\\sqrt[${second}]{${first}}`
    case 'mtable':
      return `\\begin{matrix}${[...node.children].map(row => [...row.children].map(texIn).join(' & ')).join(' \\\\ ')}\\end{matrix}`
    case 'mfenced': {
      const [open, close] = [node.getAttribute('open') ?? '(', node.getAttribute('close') ?? ')']
      return `\\left${open || '.'}${[...node.children].map(texOfNode).join(', ')}\\right${close || '.'}`
    }
    default:
      return node.children.length > 0 ? texIn(node) : words
  }
}
