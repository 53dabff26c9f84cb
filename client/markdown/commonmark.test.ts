import { tests as examples } from 'commonmark-spec'
import MarkdownIt from 'markdown-it'
import { describe, expect, test, vi } from 'vitest'
import documentation from '../../docs/markdown.md?raw'
import { comparable } from './testing/commonmark.ts'
import { markupOf } from './testing/markup.ts'

/** When on, every address may be linked: the address rule is then taken out of a comparison. */
const addresses = vi.hoisted(() => ({ allAllowed: false }))
/** Every picture is drawn as one; where it comes from is asked elsewhere. */
vi.mock('./picture.policy.ts', () => ({
  pictureOrigin: (address: string) => ({ kind: 'own', address }),
}))
vi.mock('./address.policy.ts', async original => {
  const policy = await original<typeof import('./address.policy.ts')>()
  return {
    ...policy,
    isLinkAddress: (address: string) => addresses.allAllowed || policy.isLinkAddress(address),
    isImageAddress: (address: string) => addresses.allAllowed || policy.isImageAddress(address),
    isFragment: (address: string) => !addresses.allAllowed && policy.isFragment(address),
  }
})

/** Example number -> reasons, from the list in the documentation: lines such as `- **new line + address**: 216, 217`. */
const deviations = new Map<number, string[]>(
  [...documentation.matchAll(/^- \*\*(.+)\*\*: ([\d, \n]+)$/gm)].flatMap(([, reasons = '', numbers = '']) =>
    numbers.split(',').map(number => [Number(number), reasons.split(' + ')] as const),
  ),
)
const EXPLAINED_BY_COMPARISON = ['new line', 'leading spaces', 'address']

const withHtml = new MarkdownIt('commonmark')
const withoutHtml = new MarkdownIt('commonmark', { html: false })
const applicable = examples
  .map(({ markdown, html, ...rest }) => ({
    ...rest,
    markdown: markdown.replaceAll('→', '\t'),
    html: html.replaceAll('→', '\t'),
  }))
  .filter(({ markdown }) => withHtml.render(markdown) === withoutHtml.render(markdown))

function agrees(
  { markdown, html }: { markdown: string; html: string },
  forgiven: readonly string[],
): boolean {
  const form = { lineBreaks: forgiven.includes('new line'), indents: forgiven.includes('leading spaces') }
  addresses.allAllowed = forgiven.includes('address')
  const ours = comparable(markupOf(markdown), form)
  addresses.allAllowed = false
  return ours === comparable(html, form)
}

test('all examples that need no raw HTML are here', () => {
  expect(applicable.length).toBe(580)
  expect(
    [...deviations.keys()].filter(listed => !applicable.some(({ number }) => number === listed)),
  ).toEqual([])
})

describe.each([...new Set(applicable.map(({ section }) => section))])('CommonMark 0.31: %s', section => {
  test.each(applicable.filter(example => example.section === section))('example $number', example => {
    const reasons = deviations.get(example.number)
    expect(agrees(example, [])).toBe(reasons === undefined)
    if (reasons?.every(reason => EXPLAINED_BY_COMPARISON.includes(reason))) {
      expect(agrees(example, reasons)).toBe(true)
    }
  })
})
