import { JSDOM } from 'jsdom'

const document = new JSDOM('').window.document
const BLOCKS = 'BLOCKQUOTE DIV H1 H2 H3 H4 H5 H6 HR LI OL P PRE UL'.split(' ')
/** The attributes that carry meaning in CommonMark; all others are the product's own and left out. */
const MEANT: Record<string, string[]> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
  ol: ['start'],
  code: ['class'],
}

/** What of CommonMark's own form a comparison forgives; see `docs/markdown.md`. */
export type Forgiven = { lineBreaks: boolean; indents: boolean }

/** Markup in one comparable form: without blank text between blocks, and with headings at the level written. */
export function comparable(markup: string, { lineBreaks, indents }: Forgiven): string {
  const box = document.createElement('div')
  box.innerHTML = markup
  for (const heading of box.querySelectorAll('[class^="md-h"]')) {
    const asWritten = document.createElement(heading.className.replace('md-', ''))
    asWritten.append(...heading.childNodes)
    heading.replaceWith(asWritten)
  }
  for (const block of box.querySelectorAll('.md-code')) block.replaceWith(...block.querySelectorAll('pre'))
  if (indents) for (const indent of box.querySelectorAll('.md-indent')) indent.remove()
  for (const element of box.querySelectorAll('*')) keepMeantAttributes(element)
  tidyText(box, lineBreaks)
  box.normalize()
  return box.innerHTML
}

function keepMeantAttributes(element: Element): void {
  const kept = (MEANT[element.localName] ?? []).map(name => [name, element.getAttribute(name)] as const)
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
  for (const [name, value] of kept) if (value !== null) element.setAttribute(name, value)
}

function tidyText(element: Element, lineBreaks: boolean): void {
  if (element.tagName === 'PRE' || element.tagName === 'CODE') return
  for (const child of element.children) tidyText(child, lineBreaks)
  for (const node of [...element.childNodes].filter(child => child.nodeName === '#text')) {
    let text = node.nodeValue ?? ''
    if (isEdge(node.previousSibling) || node.previousSibling?.nodeName === 'BR')
      text = text.replace(/^\n/, '')
    if (isEdge(node.nextSibling)) text = text.replace(/\n$/, '')
    const lines = lineBreaks ? text.split('\n') : [text]
    node.replaceWith(
      ...lines.flatMap((line, index) => (index === 0 ? [line] : [document.createElement('br'), line])),
    )
  }
}

/** Blank text at the edge of a block carries no meaning. */
function isEdge(neighbour: ChildNode | null): boolean {
  return neighbour === null || BLOCKS.includes(neighbour.nodeName)
}
