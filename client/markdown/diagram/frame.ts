import type { RenderRequest } from '#client/markdown/renderer.ts'
import { clearDeadline, isLate, setDeadline } from './deadline.ts'
import type { DiagramJob, DiagramResult } from './diagramRenderer.ts'
import { darkTheme, lightTheme } from './themes.ts'

/**
 * The script of the page in which diagrams are rendered (`scripts/lib/diagramFrame.ts`), before that of Mermaid. The page has neither
 * a network nor an origin.
 */

declare const mermaid: {
  initialize: (config: Record<string, unknown>) => void
  render: (id: string, source: string) => Promise<{ svg: string }>
}

const SOURCE_MAX = 5_000
const EDGES_MAX = 300
/** In characters, for the longest diagram that still decodes quickly. */
const SVG_MAX = 400_000
/** Of one line. */
const DASHES_MAX = 2_000
/** The fonts of the system, because a picture has no others. */
const FONT =
  '-apple-system, BlinkMacSystemFont, "Apple SD Gothic Neo", "Noto Sans KR", "Malgun Gothic", sans-serif'

let count = 0

/** Before the page ends the frame, so that its thread is free for that. */
const DEADLINE_SHARE = 0.8

/** Null if it was late: Mermaid may be in any state then, and the page ends the frame. */
async function render({ job, maxSize, ms }: RenderRequest<DiagramJob>): Promise<DiagramResult | null> {
  const { source, isDark } = job
  if (source.length > SOURCE_MAX) return { status: 'overBudget' }
  setDeadline(ms * DEADLINE_SHARE)
  try {
    mermaid.initialize({
      startOnLoad: false,
      securityLevel: 'strict',
      suppressErrorRendering: true,
      // Labels as text of the picture; HTML in pictures is not shown in every browser.
      htmlLabels: false,
      flowchart: { htmlLabels: false },
      gantt: { useWidth: 760, fontSize: 14, sectionFontSize: 14, barHeight: 26, barGap: 6, topPadding: 56 },
      maxTextSize: SOURCE_MAX,
      maxEdges: EDGES_MAX,
      fontFamily: FONT,
      darkMode: isDark,
      theme: 'base',
      themeVariables: { ...(isDark ? darkTheme : lightTheme), fontFamily: FONT },
      // What a diagram cannot change.
      secure: [
        ...['secure', 'securityLevel', 'startOnLoad', 'suppressErrorRendering', 'maxTextSize', 'maxEdges'],
        ...['htmlLabels', 'fontFamily', 'darkMode', 'theme', 'themeVariables', 'themeCSS'],
      ],
    })
    const { svg } = await mermaid.render(`diagram-${++count}`, source)
    return isLate() ? null : read(svg, source, maxSize)
  } catch {
    return isLate() ? null : { status: 'invalid' }
  } finally {
    clearDeadline()
    document.body.replaceChildren()
  }
}

const TITLE = /^[ \t]*title:?[ \t]+(\S.*)$/m

/** Serializes the picture as XML, and reads its size and title. */
function read(markup: string, source: string, maxSize: number): DiagramResult {
  const svg = new DOMParser().parseFromString(markup, 'text/html').querySelector('svg')
  if (svg === null) return { status: 'invalid' }
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(/\s+/).map(Number)
  if (!(width > 0 && height > 0)) return { status: 'invalid' }
  svg.setAttribute('width', String(width))
  svg.setAttribute('height', String(height))
  svg.removeAttribute('style')
  if (loadsSomething(svg)) return { status: 'invalid' }
  const size = svg.querySelectorAll('*').length
  if (size > maxSize) return { status: 'overBudget' }
  removeAddedRules(svg)
  removeSlowStyles(svg)
  const picture = new XMLSerializer().serializeToString(svg)
  if (picture.length > SVG_MAX) return { status: 'overBudget' }
  const title = svg.querySelector(':scope > title')?.textContent ?? TITLE.exec(source)?.[1] ?? ''
  return {
    status: 'rendered',
    picture,
    width: Math.ceil(width),
    height: Math.ceil(height),
    title: title.trim(),
    size,
  }
}

/** The words with which CSS loads a font or another picture, such as a `data:` URL. An author can hide each of them by a backslash. */
const LOADING = /\\|@font-face|@import|url\((?!\s*["']?#)/i
/** These attributes of the elements are no styles. */
const NAME_ATTRIBUTE = /^(?:id|class|name|aria-.*|data-.*)$/

/** No rule can override what such a font or picture contains, and it may take minutes to paint. Mermaid's diagrams need neither. */
function loadsSomething(svg: SVGSVGElement): boolean {
  const styles = [...svg.querySelectorAll('style')].map(({ textContent }) => textContent)
  const attributes = [svg, ...svg.querySelectorAll('*')].flatMap(element => [...element.attributes])
  const values = attributes.flatMap(({ name, value }) => (NAME_ATTRIBUTE.test(name) ? [] : value))
  return [...styles, ...values].some(text => LOADING.test(text))
}

/** Browsers take long to paint some values of these properties. Mermaid sets those that its diagrams need as attributes. */
const ATTRIBUTE_PROPERTIES = ['d', 'marker', 'clip-path', 'mix-blend-mode']

/**
 * A class can end its rule with an encoded bracket and so add any rule: nested ones, variables of variables, or ones that match only in
 * the picture. A few of them keep a browser busy for half a minute and more. All rules that Mermaid's diagrams need have a plain selector.
 */
function removeAddedRules(svg: SVGSVGElement): void {
  for (const style of svg.querySelectorAll('style')) {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(style.textContent)
    const rules = [...sheet.cssRules].filter(isPlainRule)
    rules.forEach(removeFromRule)
    style.textContent = rules.map(({ cssText }) => cssText).join('\n')
  }
  for (const { style } of svg.querySelectorAll<SVGElement>('[style]')) removeFromStyle(style)
}

function isPlainRule(rule: CSSRule): boolean {
  if (rule instanceof CSSKeyframesRule) return true
  return rule instanceof CSSStyleRule && !rule.selectorText.includes(':') && rule.cssRules.length === 0
}

function removeFromRule(rule: CSSRule): void {
  if (rule instanceof CSSKeyframesRule) [...rule.cssRules].forEach(removeFromRule)
  if (rule instanceof CSSStyleRule || rule instanceof CSSKeyframeRule) removeFromStyle(rule.style)
}

function removeFromStyle(style: CSSStyleDeclaration): void {
  const variables = [...style].filter(name => name.startsWith('--'))
  for (const name of [...variables, ...ATTRIBUTE_PROPERTIES]) style.removeProperty(name)
}

/** Browsers take long to paint these properties, and Mermaid's diagrams need none of them. */
const SLOW_PROPERTIES = [
  ...['filter', 'backdrop-filter', 'mask', 'background', 'border-image', 'box-shadow', 'text-shadow'],
  ...['stroke-dasharray', 'vector-effect', 'offset-path'],
]
/** These properties decide the length of a line. */
const GEOMETRY_PROPERTIES = ['d', 'width', 'height', 'r', 'rx', 'ry']

/** Important declarations of the first layer override those of all other rules, and animations, but not the style of an element. */
const FIRST_RULES = `@layer { * { ${SLOW_PROPERTIES.map(name => `${name}: none !important`).join('; ')} } }`

/** Nothing can stop the painting of a picture, so what a diagram may ask for must not keep the page from it. */
function removeSlowStyles(svg: SVGSVGElement): void {
  document.body.replaceChildren(svg)
  const elements = [...svg.querySelectorAll<SVGElement>('*')]
  const dashes = elements.map(dashesOf)
  elements.forEach(({ style }, index) => {
    for (const name of SLOW_PROPERTIES) style.removeProperty(name)
    for (const [name, value] of dashes[index] ?? []) style.setProperty(name, value, 'important')
  })
  const style = document.createElementNS(svg.namespaceURI, 'style')
  style.textContent = FIRST_RULES
  svg.prepend(style)
}

/** With the geometry of their line. Null if there are none, or too many. */
function dashesOf(element: Element): [name: string, value: string][] | null {
  const style = getComputedStyle(element)
  if (style.strokeDasharray === 'none' || !(element instanceof SVGGeometryElement)) return null
  const dashes = style.strokeDasharray.split(',').map(Number.parseFloat)
  const average = dashes.reduce((sum, dash) => sum + dash, 0) / dashes.length
  if (!(lengthOf(element) / average <= DASHES_MAX)) return null
  return ['stroke-dasharray', ...GEOMETRY_PROPERTIES].map(name => [name, style.getPropertyValue(name)])
}

/** Unknown for elements that are not painted. */
function lengthOf(element: SVGGeometryElement): number {
  try {
    return element.getTotalLength()
  } catch {
    return Number.POSITIVE_INFINITY
  }
}

let isStopped = false

async function answer(request: RenderRequest<DiagramJob>): Promise<void> {
  if (isStopped) return
  const result = await render(request)
  if (result) parent.postMessage(result, '*')
  // The page counts the answers, so none may follow.
  else isStopped = true
}

/** One diagram after the other. */
let queue = Promise.resolve()

addEventListener('message', ({ source, data }) => {
  if (source === parent) queue = queue.then(() => answer(data as RenderRequest<DiagramJob>))
})
// Then Mermaid has run.
addEventListener('DOMContentLoaded', () => parent.postMessage('ready', '*'))
