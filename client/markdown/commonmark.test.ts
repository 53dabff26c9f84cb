import { tests as examples } from 'commonmark-spec'
import { JSDOM } from 'jsdom'
import MarkdownIt from 'markdown-it'
import { describe, expect, test, vi } from 'vitest'
import documentation from '../../docs/markdown.md?raw'
import { markupOf } from './testing/markup.ts'

/** `areAllAllowed` disables the address policy for a comparison. */
const addresses = vi.hoisted(() => ({ areAllAllowed: false }))
/** Renders every picture; other tests cover the picture policy. */
vi.mock('./picture.policy.ts', () => ({
  classifyPicture: (address: string) => ({ kind: 'own', address }),
}))
vi.mock('#protocol/markdown/address.policy.ts', async original => {
  const policy = await original<typeof import('#protocol/markdown/address.policy.ts')>()
  return {
    ...policy,
    isLinkAddress: (address: string) => addresses.areAllAllowed || policy.isLinkAddress(address),
    isImageAddress: (address: string) => addresses.areAllAllowed || policy.isImageAddress(address),
    isFragment: (address: string) => !addresses.areAllAllowed && policy.isFragment(address),
  }
})

/** Reasons by example number, from lines of the documentation such as `- **new line + address**: 216, 217`. */
const deviations = new Map<number, string[]>(
  [...documentation.matchAll(/^- \*\*(.+)\*\*: ([\d, \n]+)$/gm)].flatMap(([, reasons = '', numbers = '']) =>
    numbers.split(',').map(number => [Number(number), reasons.split(' + ')] as const),
  ),
)
const VERIFIABLE_REASONS = ['new line', 'leading spaces', 'address']

const withHtml = new MarkdownIt('commonmark')
const withoutHtml = new MarkdownIt('commonmark', { html: false })
const applicable = examples
  .map(({ markdown, html, ...rest }) => ({
    ...rest,
    markdown: markdown.replaceAll('→', '\t'),
    html: html.replaceAll('→', '\t'),
  }))
  .filter(({ markdown }) => withHtml.render(markdown) === withoutHtml.render(markdown))

function matches(
  { markdown, html }: { markdown: string; html: string },
  ignored: readonly string[],
): boolean {
  const form = { lineBreaks: ignored.includes('new line'), indents: ignored.includes('leading spaces') }
  addresses.areAllAllowed = ignored.includes('address')
  const rendered = normalizeMarkup(markupOf(markdown), form)
  addresses.areAllAllowed = false
  return rendered === normalizeMarkup(html, form)
}

test('covers all examples without raw HTML', () => {
  expect(applicable.length).toBe(580)
  expect(
    [...deviations.keys()].filter(listed => !applicable.some(({ number }) => number === listed)),
  ).toEqual([])
})

describe.each([...new Set(applicable.map(({ section }) => section))])('CommonMark 0.31: %s', section => {
  test.each(applicable.filter(example => example.section === section))('example $number', example => {
    const reasons = deviations.get(example.number)
    expect(matches(example, [])).toBe(reasons === undefined)
    if (reasons?.every(reason => VERIFIABLE_REASONS.includes(reason))) {
      expect(matches(example, reasons)).toBe(true)
    }
  })
})

const document = new JSDOM('').window.document
const BLOCKS = 'BLOCKQUOTE DIV H1 H2 H3 H4 H5 H6 HR LI OL P PRE UL'.split(' ')
/** The attributes that CommonMark defines. All others are ignored. */
const COMMONMARK_ATTRIBUTES: Record<string, string[]> = {
  a: ['href', 'title'],
  img: ['src', 'alt', 'title'],
  ol: ['start'],
  code: ['class'],
}

/** Deviations that the comparison ignores; see `docs/markdown.md`. */
type IgnoredDeviations = { lineBreaks: boolean; indents: boolean }

/** Removes whitespace between blocks and restores the heading levels of the source. */
function normalizeMarkup(markup: string, { lineBreaks, indents }: IgnoredDeviations): string {
  const container = document.createElement('div')
  container.innerHTML = markup
  for (const heading of container.querySelectorAll('[class^="md-h"]')) {
    const original = document.createElement(heading.className.replace('md-', ''))
    original.append(...heading.childNodes)
    heading.replaceWith(original)
  }
  for (const block of container.querySelectorAll('.md-code'))
    block.replaceWith(...block.querySelectorAll('pre'))
  if (indents) for (const indent of container.querySelectorAll('.md-indent')) indent.remove()
  for (const element of container.querySelectorAll('*')) removeOtherAttributes(element)
  normalizeText(container, lineBreaks)
  container.normalize()
  return container.innerHTML
}

function removeOtherAttributes(element: Element): void {
  const kept = (COMMONMARK_ATTRIBUTES[element.localName] ?? []).map(
    name => [name, element.getAttribute(name)] as const,
  )
  for (const { name } of [...element.attributes]) element.removeAttribute(name)
  for (const [name, value] of kept) if (value !== null) element.setAttribute(name, value)
}

function normalizeText(element: Element, lineBreaks: boolean): void {
  if (element.tagName === 'PRE' || element.tagName === 'CODE') return
  for (const child of element.children) normalizeText(child, lineBreaks)
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

/** Whitespace next to a block is not significant. */
function isEdge(sibling: ChildNode | null): boolean {
  return sibling === null || BLOCKS.includes(sibling.nodeName)
}
