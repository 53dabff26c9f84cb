/** Replaces formulas, which most programs copy twice or as pictures, by their TeX source. */

/** Containers of whole formulas: KaTeX, MathJax 2 and 3, Wikipedia. Outermost first. */
const FORMULAS =
  '.katex-display, .katex, mjx-container, .MathJax_Display, .MathJax, .mwe-math-element, script[type^="math/tex"], math'
const TEX_PICTURES =
  'img.mwe-math-fallback-image-inline, img.mwe-math-fallback-image-display, img.latex, img.tex'
/** Duplicates of a formula for preview and assistive technology. */
const DUPLICATES = '.MathJax_Preview, .MJX_Assistive_MathML, mjx-assistive-mml, .katex-mathml'
const DISPLAY =
  '.katex-display, mjx-container[display="true"], .MathJax_Display, .mwe-math-element-block, math[display="block"], script[type*="mode=display"], img.mwe-math-fallback-image-display'

export function convertFormulas(body: HTMLElement): void {
  for (const formula of body.querySelectorAll(`${FORMULAS}, ${TEX_PICTURES}`)) {
    if (!body.contains(formula)) continue
    const tex = texOf(formula)
    if (tex === '') continue
    const isDisplay = formula.matches(DISPLAY) || formula.querySelector(DISPLAY) !== null
    // MathJax 2 keeps the source in a script after the rendered formula.
    const next = formula.nextElementSibling
    if (next?.matches('script[type^="math/tex"]')) next.remove()
    formula.replaceWith(createRaw(formula.ownerDocument, tex, isDisplay))
  }
  for (const duplicate of body.querySelectorAll(DUPLICATES)) duplicate.remove()
}

/** An element for prepared Markdown; see `convertRaw`. */
function createRaw(document: Document, tex: string, isDisplay: boolean): HTMLElement {
  const code = document.createElement('code')
  code.dataset.raw = isDisplay ? 'display' : 'inline'
  code.textContent = isDisplay ? `$$${tex}$$` : `$${tex}$`
  return code
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
  // Wikipedia wraps every formula in a style command.
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

/** Supports common MathML elements and uses the text of others. */
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
