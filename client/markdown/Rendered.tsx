import { type ComponentProps, use, useEffect, useLayoutEffect, useRef, useState } from 'react'
import { Button } from '#client/ui/Button.tsx'
import { IsInsideInteractive } from './markdownContexts.ts'
import type { Rendered, RenderedElement, Renderer, RenderOutcome } from './renderer.ts'
import { NOT_TEXT } from './textAttribute.ts'
import { watchWidth } from './wideFormulas.ts'
import './retry.css'

type State<Job, Output> = { job: Job; isExtended: boolean; outcome: RenderOutcome<Output> }

/**
 * Renders a formula, code block or diagram. Memoize `job`: a new object is a new job. While a job is busy, `outcome` is that of the
 * previous job, so that the page does not flicker during editing. `retry` renders again with the extended budget, and
 * `isExtended` says that `outcome` used it.
 */
export function useRendered<Job, Output = Rendered>(renderer: Renderer<Job, Output>, job: Job) {
  const [state, setState] = useState<State<Job, Output> | null>(null)
  const [retriedJob, setRetriedJob] = useState<Job | null>(null)
  const isExtended = retriedJob === job

  useLayoutEffect(
    () =>
      renderer.render(job, isExtended ? 'extended' : 'default', outcome =>
        setState({ job, isExtended, outcome }),
      ),
    [renderer, job, isExtended],
  )
  return {
    outcome: state?.outcome ?? null,
    isExtended: state?.isExtended ?? false,
    isBusy: state?.job !== job || state.isExtended !== isExtended,
    retry: () => setRetriedJob(job),
  }
}

type RenderedNodesProps = Omit<ComponentProps<'span'>, 'ref' | 'children'> & {
  rendered: Rendered
  /** Called when the nodes reach beyond the note. */
  onWide?: (() => void) | undefined
}

/** React does not touch the content of the span, because it has no children. */
export function RenderedNodes({ rendered, onWide, ...props }: RenderedNodesProps) {
  const ref = useRef<HTMLSpanElement>(null)
  useLayoutEffect(() => {
    if (ref.current) insertRendered(ref.current, rendered)
  }, [rendered])
  useEffect(() => (ref.current && onWide ? watchWidth(ref.current, onWide) : undefined), [onWide])
  return <span translate="no" {...props} ref={ref} />
}

interface RetryRenderProps {
  label: string
  /** Null while the source may still render with the extended budget. */
  failure: string | null
  busy: boolean
  onRetry: () => void
}

/** A button that renders again with the extended budget, or a message after that has failed. */
export function RetryRender({ label, failure, busy, onRetry }: RetryRenderProps) {
  if (use(IsInsideInteractive)) return null
  return (
    <span className="md-retry no-print" {...NOT_TEXT}>
      {failure === null && (
        <Button kind="quiet" className="md-retry__button" busy={busy} onClick={onRetry}>
          {label}
        </Button>
      )}
      <span role="status">{failure}</span>
    </span>
  )
}

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
