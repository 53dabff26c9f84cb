import { gfm } from '@joplin/turndown-plugin-gfm'
import TurndownService from 'turndown'
import { isImageAddress, isWebAddress } from '#protocol/markdown/address.policy.ts'
import { convertBlocks } from './html.blocks.ts'
import { convertInline } from './html.inline.ts'

/** Text for screen readers, edit links, and anchors of headings. */
const HIDDEN =
  '[hidden], .sr-only, .visually-hidden, .visuallyhidden, .screen-reader-text, .screenreader-only, .blind, .mw-editsection, .mw-jump-link, .headerlink, a.anchor, .zeroclipboard-container, .se-blind'
const HIDDEN_STYLE =
  /display:\s*none|visibility:\s*hidden|mso-hide:\s*all|\bclip:\s*rect\(0|clip-path:\s*inset\((?:50|100)%/i
const ADDRESS = /(https?:\/\/[^\s<>]+)/

const service = new TurndownService({
  headingStyle: 'atx',
  hr: '---',
  bulletListMarker: '-',
  codeBlockStyle: 'fenced',
  emDelimiter: '*',
  // Notes render single line breaks.
  br: '',
})
  .use(gfm)
  .addRule('item', { filter: 'li', replacement: convertItem })
  .addRule('cell', { filter: ['th', 'td'], replacement: convertCell })
  .addRule('link', {
    filter: node => node.nodeName === 'A' && !isWebAddress(node.getAttribute('href') ?? ''),
    replacement: words => words,
  })
  .addRule('picture', {
    filter: node => node.nodeName === 'IMG' && !isImageAddress(node.getAttribute('src') ?? ''),
    replacement: () => '',
  })
  .addRule('struckOut', {
    filter: ['s', 'del'],
    replacement: words => (words.trim() ? `~~${words}~~` : words),
  })
  .addRule('highlighted', {
    filter: ['mark'],
    replacement: words => (words.trim() ? `==${words}==` : words),
  })
  .addRule('tag', {
    filter: ['u', 'kbd', 'sub', 'sup'],
    replacement: (words, { nodeName }) =>
      words.trim() ? `<${nodeName.toLowerCase()}>${words}</${nodeName.toLowerCase()}>` : words,
  })
  .addRule('summary', {
    filter: ['summary'],
    replacement: words => `<summary>${words.trim().replace(/\s+/g, ' ')}</summary>\n\n`,
  })
  .addRule('details', {
    filter: ['details'],
    replacement: (content, node) =>
      `\n\n<details${(node as HTMLDetailsElement).open ? ' open' : ''}>\n${content.trim()}\n\n</details>\n\n`,
  })
  .addRule('raw', {
    filter: node => node.nodeName === 'CODE' && 'raw' in node.dataset,
    replacement: convertRaw,
  })

const escapeAll = service.escape.bind(service)
/** Text that looks like an entity, or like a tag that is one in a note. */
const ENTITY_OR_TAG = /&(?=#?\w{1,32};)|<(?=\/?(?:u|sub|sup|kbd|mark|br|details|summary)\b)/gi
/** Does not escape URLs, because an escaped character would end the link. */
service.escape = text =>
  text
    .split(ADDRESS)
    .map((part, index) => (index % 2 === 1 ? part : escapeAll(part).replace(ENTITY_OR_TAG, '\\$&')))
    .join('')

/** Converts HTML to Markdown. Modifies `body`. */
export function toMarkdown(body: HTMLElement): string {
  convertFormulas(body)
  for (const element of body.querySelectorAll(`script, ${HIDDEN}`)) element.remove()
  for (const styled of body.querySelectorAll('[style]'))
    if (HIDDEN_STYLE.test(styled.getAttribute('style') ?? '')) styled.remove()
  convertBlocks(body)
  convertInline(body)
  return service.turndown(body).trim()
}

/** Uses one space after the mark and aligns continuation lines with the text, like the editor does. */
function convertItem(content: string, node: Node): string {
  const list = node.parentNode as Element | null
  const first = Number(list?.getAttribute('start') ?? 1)
  const mark =
    list?.nodeName === 'OL'
      ? `${first + indexInList(node as Element)}${needsOtherDelimiter(list) ? ')' : '.'} `
      : '- '
  const words = content.trim().replace(/\n(?=[^\n])/g, `\n${' '.repeat(mark.length)}`)
  return `${mark}${words}${node.nextSibling ? '\n' : ''}`
}

function indexInList(item: Element): number {
  let place = 0
  for (let previous = item.previousElementSibling; previous; previous = previous.previousElementSibling)
    place += 1
  return place
}

/** Two adjacent numbered lists would merge, so the second uses another delimiter. */
function needsOtherDelimiter(list: Element): boolean {
  const previous = list.previousElementSibling
  return previous?.nodeName === 'OL' && list.previousSibling === previous && !needsOtherDelimiter(previous)
}

/** On one line, without padding. */
function convertCell(content: string, node: Node): string {
  const lines = content.split('\n').map(line => line.trim())
  const words = lines
    .filter(line => line !== '')
    .join(' ')
    .replace(/\\?\|/g, '\\|')
  return `${node.previousSibling ? ' ' : '| '}${words} |`
}

const LETTER_OR_DIGIT = /[a-z0-9]/i

/** Inserts prepared Markdown. Adds spaces between a formula and adjacent letters or digits. */
function convertRaw(_content: string, node: Node): string {
  const { dataset, textContent } = node as HTMLElement
  const words = textContent ?? ''
  if (dataset.raw === 'display') return (node as Element).closest('th, td') ? words : `\n\n${words}\n\n`
  if (dataset.raw === 'task') return words
  if (dataset.raw === 'paragraph') return '\n\n'
  const spaceBefore = LETTER_OR_DIGIT.test(node.previousSibling?.textContent?.at(-1) ?? '') ? ' ' : ''
  const spaceAfter = LETTER_OR_DIGIT.test(node.nextSibling?.textContent?.at(0) ?? '') ? ' ' : ''
  return spaceBefore + words + spaceAfter
}

/** Containers of whole formulas: KaTeX, MathJax 2 and 3, Wikipedia. Outermost first. */
const FORMULAS =
  '.katex-display, .katex, mjx-container, .MathJax_Display, .MathJax, .mwe-math-element, script[type^="math/tex"], math'
const TEX_PICTURES =
  'img.mwe-math-fallback-image-inline, img.mwe-math-fallback-image-display, img.latex, img.tex'
/** Duplicates of a formula for preview and assistive technology. */
const DUPLICATES = '.MathJax_Preview, .MJX_Assistive_MathML, mjx-assistive-mml, .katex-mathml'
const DISPLAY =
  '.katex-display, mjx-container[display="true"], .MathJax_Display, .mwe-math-element-block, math[display="block"], script[type*="mode=display"], img.mwe-math-fallback-image-display'

/** Replaces formulas, which most programs copy twice or as pictures, by their TeX source. */
function convertFormulas(body: HTMLElement): void {
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

const joinTex = (parts: readonly string[]): string => parts.join(' ').trim()
const texIn = (element: Element): string => joinTex([...element.children].map(texOfNode))

/** Supports common MathML elements and uses the text of others. */
function texOfNode(node: Element): string {
  // Convert each child once: twice would double the work with every level.
  const parts = [...node.children].map(texOfNode)
  const [first = '', second = '', third = ''] = parts
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
      return `\\sqrt{${joinTex(parts)}}`
    case 'mroot':
      return `\\sqrt[${second}]{${first}}`
    case 'mtr':
    case 'mlabeledtr':
      return parts.join(' & ')
    case 'mtable':
      return `\\begin{matrix}${parts.join(' \\\\ ')}\\end{matrix}`
    case 'mfenced': {
      const [open, close] = [node.getAttribute('open') ?? '(', node.getAttribute('close') ?? ')']
      return `\\left${open || '.'}${parts.join(', ')}\\right${close || '.'}`
    }
    default:
      return parts.length > 0 ? joinTex(parts) : words
  }
}
