import type { Drawn, DrawnElement } from './drawn.ts'

const HTML = 'http://www.w3.org/1999/xhtml'
const SVG = 'http://www.w3.org/2000/svg'
const MATHML = 'http://www.w3.org/1998/Math/MathML'

/** The elements of which formulas and coloured code are made. No other is ever built. */
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

/** Puts a drawing into `place`, node by node: no markup is parsed. What is not on the lists above is left out. */
export function showDrawn(place: Element, { nodes }: Drawn): void {
  const document = place.ownerDocument
  const top = document.createDocumentFragment()
  const made: Node[] = []
  for (const node of nodes) {
    const parent = made[node.within] ?? top
    const child = 'text' in node ? document.createTextNode(node.text) : elementOf(document, node)
    if (child) parent.appendChild(child)
    made.push(child ?? parent)
  }
  place.replaceChildren(top)
}

function elementOf(document: Document, drawn: DrawnElement): Element | undefined {
  const namespace = NAMESPACES.get(drawn.tag)
  if (namespace === undefined) return undefined
  const element = document.createElementNS(namespace, drawn.tag)
  if (drawn.className !== '') element.setAttribute('class', drawn.className)
  for (const [name, value] of Object.entries(drawn.attributes)) {
    if (ATTRIBUTES.has(name)) element.setAttribute(name, value)
  }
  // MathML is read aloud and not seen.
  if (namespace !== MATHML) style(element as HTMLElement | SVGElement, drawn)
  return element
}

function style(element: HTMLElement | SVGElement, drawn: DrawnElement): void {
  for (const [name, value] of Object.entries(drawn.style)) {
    if (STYLES.has(name)) Object.assign(element.style, { [name]: value })
  }
}
