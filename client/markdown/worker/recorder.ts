/** A part of a tree that is being made: an element, or a text. */
export type Recorded = RecordedElement | string

/** What KaTeX uses of an element while it makes one. */
class RecordedElement {
  readonly tag: string
  className = ''
  textContent = ''
  readonly style: Record<string, string> = {}
  readonly attributes: Record<string, string> = {}
  readonly children: Recorded[] = []

  constructor(tag: string) {
    this.tag = tag
  }

  setAttribute(name: string, value: string | number): void {
    if (name === 'style') Object.assign(this.style, declarationsIn(String(value)))
    else this.attributes[name] = String(value)
  }

  appendChild(child: Recorded): void {
    if (child instanceof RecordedElement && child.tag === FRAGMENT) this.children.push(...child.children)
    else this.children.push(child)
  }
}

/** `text-shadow: 0 0 1em` as `{ textShadow: '0 0 1em' }`. */
function declarationsIn(css: string): Record<string, string> {
  const declarations = css.split(';').map(declaration => {
    const [property = '', value = ''] = declaration.split(':')
    return [property.trim().replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()), value.trim()]
  })
  return Object.fromEntries(declarations)
}

const FRAGMENT = '#fragment'

const standIn = {
  createElement: (tag: string) => new RecordedElement(tag),
  createElementNS: (_: string, tag: string) => new RecordedElement(tag),
  createTextNode: (text: string) => text,
  createDocumentFragment: () => new RecordedElement(FRAGMENT),
}

/**
 * Runs `build` with a document that only records: KaTeX builds its nodes by the global `document`, of which a worker has
 * none. Returns what was built in the place it is given.
 */
export function recordBuilding(build: (place: HTMLElement) => void): Recorded[] {
  const place = new RecordedElement(FRAGMENT)
  const { document } = globalThis
  globalThis.document = standIn as unknown as Document
  try {
    build(place as unknown as HTMLElement)
  } finally {
    globalThis.document = document
  }
  return place.children
}
