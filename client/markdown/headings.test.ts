import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { Markdown } from './Markdown.tsx'
import { drawMarkdown } from './markdown.drawing.ts'
import { markupOf } from './testing/markup.ts'

test('headings are led to by their words, each by its own, and by nothing that the product or a browser knows', () => {
  const written = [
    '집에 대하여',
    '집에 대하여',
    '집에 대하여 2',
    '**root** `x`',
    '!!!',
    '!!!',
    'D-30: ~~끝~~ $x^2$',
  ]
  const { headings } = drawMarkdown(written.map(words => `## ${words}`).join('\n'))
  expect(headings.map(({ id }) => id)).toEqual([
    'h-집에-대하여',
    'h-집에-대하여-2',
    'h-집에-대하여-2-2',
    'h-root-x',
    'h-',
    'h--2',
    'h-d-30-끝-x-2',
  ])
  expect(headings.at(-1)).toMatchObject({ level: 2, words: 'D-30: 끝 x^2' })
})

test('those of a quote, of a list and without words are led to by nobody', () => {
  expect(drawMarkdown('> # 인용\n\n- # 목록\n\n#\n').headings).toEqual([])
})

test('in the article of a screen a heading has its address and a name of its words alone; elsewhere neither', () => {
  expect(markupOf('# 하나')).toBe('<h2 class="md-h1">하나</h2>')
  const article = renderToStaticMarkup(createElement(Markdown, { text: '# **하나** 둘', isArticle: true }))
  expect(article).toContain('<h2 class="md-h1" id="h-하나-둘" tabindex="-1" aria-label="하나 둘">')
  expect(article).toContain('href="#h-하나-둘" aria-label="이 제목의 링크 복사"')
})
