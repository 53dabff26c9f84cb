import katex from 'katex'
import type { FormulaJob, RenderResult } from '#client/markdown/renderer.ts'
import { flatten } from './results.ts'

/** Uses `katex.render`, which builds nodes, so that no markup is written or parsed. */
export function renderFormula({ tex, display }: FormulaJob, maxSize: number): RenderResult {
  let nodes: VirtualNode[]
  try {
    nodes = buildInFakeDom(container =>
      katex.render(tex, container, {
        displayMode: display,
        // Disables \href, \includegraphics and the \html… commands.
        trust: false,
        // Allows Hangul in formulas.
        strict: 'ignore',
        throwOnError: true,
        // In em: limits rules and spaces to the width of the page.
        maxSize: 30,
      }),
    )
  } catch (error) {
    // Any other error comes from nesting that exhausts the stack.
    return { status: error instanceof katex.ParseError ? 'invalid' : 'overBudget' }
  }
  return flatten(nodes, maxSize)
}

/**
 * Runs `build` with a fake DOM, because KaTeX creates its nodes through the global `document`, which workers do not have. Returns
 * the nodes that `build` added to its container.
 */
function buildInFakeDom(build: (container: HTMLElement) => void): VirtualNode[] {
  const container = new VirtualElement(FRAGMENT)
  const { document } = globalThis
  globalThis.document = fakeDocument as unknown as Document
  try {
    build(container as unknown as HTMLElement)
  } finally {
    globalThis.document = document
  }
  return container.children
}

type VirtualNode = VirtualElement | string

/** The part of `HTMLElement` that KaTeX uses. */
class VirtualElement {
  readonly tag: string
  className = ''
  textContent = ''
  readonly style: Record<string, string> = {}
  readonly attributes: Record<string, string> = {}
  readonly children: VirtualNode[] = []

  constructor(tag: string) {
    this.tag = tag
  }

  setAttribute(name: string, value: string | number): void {
    if (name === 'style') Object.assign(this.style, parseDeclarations(String(value)))
    else this.attributes[name] = String(value)
  }

  appendChild(child: VirtualNode): void {
    if (child instanceof VirtualElement && child.tag === FRAGMENT) this.children.push(...child.children)
    else this.children.push(child)
  }
}

/** Parses `text-shadow: 0 0 1em` into `{ textShadow: '0 0 1em' }`. */
function parseDeclarations(css: string): Record<string, string> {
  const declarations = css.split(';').map(declaration => {
    const [property = '', value = ''] = declaration.split(':')
    return [property.trim().replace(/-(.)/g, (_, letter: string) => letter.toUpperCase()), value.trim()]
  })
  return Object.fromEntries(declarations)
}

const FRAGMENT = '#fragment'

const fakeDocument = {
  createElement: (tag: string) => new VirtualElement(tag),
  createElementNS: (_: string, tag: string) => new VirtualElement(tag),
  createTextNode: (text: string) => text,
  createDocumentFragment: () => new VirtualElement(FRAGMENT),
}
