import type { Rendered, RenderedElement } from './rendered.ts'

const HTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'
const MATHML = 'http://www.w3.org/1998/Math/MathML'

/** The allowed elements: those that KaTeX and the highlighter use. */
const NAMESPACES = new Map<string, string>([
  ['span', HTML],
  ...['svg', 'path', 'line'].map(tag => [tag, SVG] as const),
  ...(
    'math annotation semantics mtext mn mo mi mspace mover munder munderover msup msub msubsup mfrac mroot msqrt ' +
    'mtable mtr mtd mlabeledtr mrow menclose mstyle mpadded mphantom mglyph'
  )
    .split(' ')
    .map(tag => [tag, MATHML] as const),
])
const ATTRIBUTES = new Set(
  (
    'accent accentunder aria-hidden columnalign columnlines columnspacing d depth display displaystyle encoding fence ' +
    'height largeop linebreak linethickness lspace mathbackground mathcolor mathsize mathvariant maxsize minsize ' +
    'notation preserveAspectRatio rowlines rowspacing rspace scriptlevel separator stretchy stroke-width valign viewBox ' +
    'voffset width x1 x2 xmlns y1 y2'
  ).split(' '),
)
const STYLES = new Set(
  (
    'backgroundColor borderBottomWidth borderColor borderRightStyle borderRightWidth borderStyle borderTopWidth ' +
    'borderWidth bottom color height left margin marginLeft marginRight marginTop minWidth paddingLeft position ' +
    'textShadow top verticalAlign width'
  ).split(' '),
)

/**
 * Replaces the content of `container`. Builds each node itself instead of parsing markup, and drops everything not in the lists
 * above.
 */
export function insertRendered(container: Element, { nodes }: Rendered): void {
  const document = container.ownerDocument
  const fragment = document.createDocumentFragment()
  const created: Node[] = []
  for (const node of nodes) {
    const parent = created[node.parent] ?? fragment
    const child = 'text' in node ? document.createTextNode(node.text) : createElement(document, node)
    if (child) parent.appendChild(child)
    created.push(child ?? parent)
  }
  container.replaceChildren(fragment)
}

function createElement(document: Document, rendered: RenderedElement): Element | undefined {
  const namespace = NAMESPACES.get(rendered.tag)
  if (namespace === undefined) return undefined
  const element = document.createElementNS(namespace, rendered.tag)
  if (rendered.className !== '') element.setAttribute('class', rendered.className)
  for (const [name, value] of Object.entries(rendered.attributes)) {
    if (ATTRIBUTES.has(name)) element.setAttribute(name, value)
  }
  // MathML is only for screen readers.
  if (namespace !== MATHML) applyStyles(element as HTMLElement | SVGElement, rendered)
  return element
}

function applyStyles(element: HTMLElement | SVGElement, rendered: RenderedElement): void {
  for (const [name, value] of Object.entries(rendered.style)) {
    if (STYLES.has(name)) Object.assign(element.style, { [name]: value })
  }
}
