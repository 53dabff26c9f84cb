import fc from 'fast-check'
import { JSDOM } from 'jsdom'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from '#client/markdown/Markdown.tsx'
import { FindLinkedNote } from '#client/markdown/markdownContexts.ts'
import { anyNote } from '#client/markdown/testing/anyNote.ts'
import { completeCatalogue } from '#client/platform/language/language.ts'
import { noteText } from '#protocol/noteText.ts'
import { readRenderedText } from './renderedText.ts'

await completeCatalogue()

const { document } = new JSDOM('').window

function render(markdown: string, props: { isOwnText?: boolean; isArticle?: boolean } = {}) {
  document.body.innerHTML = renderToStaticMarkup(createElement(Markdown, { text: markdown, ...props }))
  const root = document.body.firstElementChild as Element
  return { root, ...readRenderedText(root) }
}

test('the text on the page equals the text of the note', () => {
  fc.assert(
    fc.property(anyNote, fc.boolean(), (markdown, isOwnText) => {
      const { root, text } = render(markdown, { isOwnText, isArticle: !isOwnText })
      // Of a long note only the first step is rendered.
      fc.pre(!root.hasAttribute('aria-busy'))
      expect(text).toBe(noteText(markdown))
      expect(text.length).toBeLessThanOrEqual(2 * markdown.length)
    }),
    { numRuns: 100 },
  )
})

/** A text node or an element of the page, by its text. */
function textNode(root: Element, words: string): Node {
  const walker = document.createTreeWalker(root, 4)
  while (walker.nextNode()) if (walker.currentNode.textContent === words) return walker.currentNode
  throw new Error(`no text ${words}`)
}

test('each part of a text has a range with the same words', () => {
  const { text, rangeOf, spanOf } = render(
    '# 제목\n\n글 **굵게**는\n둘째 줄\n\n| 가 | 나 |\n|-|-|\n| 1 | 2 |',
  )
  for (let start = 0; start < text.length; start++) {
    for (let end = start + 1; end <= text.length; end++) {
      const words = text.slice(start, end)
      const range = rangeOf(start, end)
      expect(range?.toString() ?? '').toBe(words.replace(/[\n\t]/g, ''))
      if (words.trim() === words) expect(range && spanOf(range)).toEqual({ start, end })
    }
  }
})

test('selects whole formulas', () => {
  const { root, text, rangeOf, spanOf } = render('앞 $x^2$ 뒤\n\n$$\ny\n$$')
  const formula = root.querySelector('.md-formula') as Element
  const inFormula = formula.querySelector('code')?.firstChild as Node
  const [before, after] = [textNode(root, '앞 '), textNode(root, ' 뒤')]
  expect(text).toBe('앞 x^2 뒤\ny')

  const range = document.createRange()
  range.setStart(before, 0)
  range.setEnd(inFormula, 2)
  expect(spanOf(range)).toEqual({ start: 0, end: 5 })
  range.setStart(inFormula, 2)
  range.setEnd(after, 2)
  expect(spanOf(range)).toEqual({ start: 2, end: 7 })
  range.setStart(before, 0)
  range.setEnd(formula.parentElement as Node, 1)
  expect(spanOf(range)).toEqual({ start: 0, end: 2 })

  const inside = rangeOf(3, 4)
  expect([inside?.startContainer, inside?.startOffset, inside?.endOffset]).toEqual([
    formula.parentElement,
    1,
    2,
  ])
})

test('points outside of the text have the nearest position', () => {
  const { root, text, positionOf, spanOf } = render('# 제목\n\n글[^1]은\n\n```\n코드\n```\n\n[^1]: 각주', {
    isArticle: true,
  })
  const at = (selector: string) => root.querySelector(selector) as Element
  expect(text).toBe('제목\n글은\n코드\n각주')
  expect(positionOf(document, 0)).toBe(0)
  expect(positionOf(at('.md-anchor'), 0)).toBe(text.indexOf('글은'))
  expect(positionOf(at('sup'), 1)).toBe(text.indexOf('은'))
  expect(positionOf(at('.md-copy'), 0)).toBe(text.indexOf('각주'))
  expect(positionOf(document.body, document.body.childNodes.length)).toBe(text.length)

  // A triple click on a paragraph selects up to the beginning of the next block.
  const range = document.createRange()
  range.setStart(at('p'), 0)
  range.setEnd(at('pre'), 0)
  expect(spanOf(range)).toEqual({ start: text.indexOf('글은'), end: text.indexOf('코드') })
  range.selectNode(at('sup'))
  expect(spanOf(range)).toBe(null)
})

test('a span without words on the page has no range', () => {
  const { text, rangeOf } = render('가\n\n나')
  expect(text).toBe('가\n나')
  expect([rangeOf(1, 2), rangeOf(1, 1), rangeOf(3, 9), rangeOf(2, 1)]).toEqual([null, null, null, null])
})

test('a text that has changed since it was read has no ranges in the changed parts', () => {
  const { root, rangeOf } = render('처음 문단\n\n둘째 문단\n\n셋째 $x$')
  const [first, second, third] = [...root.querySelectorAll('p')]
  ;(first?.firstChild as Text).data = '처음'
  second?.remove()
  third?.querySelector('[data-text]')?.remove()
  expect([rangeOf(3, 5), rangeOf(6, 8), rangeOf(15, 16)]).toEqual([null, null, null])
  expect(String(rangeOf(12, 14))).toBe('셋째')
})

test('a link to a note counts as its words, whatever title it shows', () => {
  const text = '앞 [[제주]] 뒤'
  const find = () => ({ words: '제주도에서 보낸 나흘', path: '/note?no=7' })
  document.body.innerHTML = renderToStaticMarkup(
    createElement(FindLinkedNote, { value: find }, createElement(Markdown, { text })),
  )
  const rendered = readRenderedText(document.body.firstElementChild as Element)
  expect(rendered.text).toBe(noteText(text))
  expect(String(rendered.rangeOf(0, 3))).toBe('앞 제주도에서 보낸 나흘')
})
