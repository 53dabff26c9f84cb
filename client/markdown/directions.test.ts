import { JSDOM } from 'jsdom'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './Markdown.tsx'

/** Each element that tells a direction, as `tag:direction`. */
function directionsIn(text: string): string[] {
  const { document } = new JSDOM(renderToStaticMarkup(createElement(Markdown, { text }))).window
  return [...document.querySelectorAll<HTMLElement>('[dir]')].map(
    ({ localName, dir }) => `${localName}:${dir}`,
  )
}

test('blocks of words find the direction of their first letter by themselves', () => {
  expect(directionsIn('# 가\n\nمرحبا بالعالم (123).\n\n|가|\n|-|\n|나|')).toEqual([
    'h2:auto',
    'p:auto',
    'th:auto',
    'td:auto',
  ])
})

test.each([
  ['- مرحبا\n- عالم', ['ul:rtl']],
  ['1. (123) مرحبا', ['ol:rtl']],
  ['- 가\n- مرحبا', ['li:rtl']],
  ['- مرحبا\n- 가', ['ul:rtl', 'li:ltr']],
  ['- 가\n  - עברית', ['ul:rtl']],
  ['- 1\n- 2', []],
  ['> 123 עברית', ['blockquote:rtl', 'p:auto']],
  ['> 가\n>\n> עברית', ['p:auto', 'p:auto']],
  ['- [ ] עברית', ['ul:rtl']],
  ['|עברית|\n|-|\n|가|', ['table:rtl', 'th:auto', 'td:auto']],
])('what holds blocks has the direction of the first letter in it: %j', (text, directions) => {
  expect(directionsIn(text)).toEqual(directions)
})
