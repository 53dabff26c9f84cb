import { JSDOM } from 'jsdom'
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
  expect(article).toContain('<h2 dir="auto" class="md-h1" id="h-하나-둘" tabindex="-1" aria-label="하나 둘">')
  expect(article).toContain('href="#h-하나-둘" aria-label="이 제목의 링크 복사"')
})

const WRITTEN = `# 설치

## **빠른** \`설치\` (2분)!

# 설치

> # 설치

# Node.js & npm

# 설치 1
`

/** The words of the heading to which a link with this fragment leads, and where it stands among those of its words. */
function headingOf(fragment: string): string | undefined {
  const page = new JSDOM(markupOf(`${WRITTEN}\n[링크](${fragment})`)).window.document
  const id = page.querySelector('a')?.getAttribute('href')?.slice(1)
  const headings = [...page.querySelectorAll(':is(h2, h3)')]
  const heading = headings.find(element => element.id !== '' && element.id === id)
  return heading && `${headings.indexOf(heading)} ${heading.textContent}`
}

test.each([
  ['#설치', '0 설치'],
  ['#%EC%84%A4%EC%B9%98', '0 설치'],
  ['#h-설치', '0 설치'],
  ['#빠른-설치-2분', '1 빠른 설치 (2분)!'],
  ['<#빠른 설치 (2분)!>', '1 빠른 설치 (2분)!'],
  ['#설치-1', '2 설치'],
  ['#h-설치-2', '2 설치'],
  ['#nodejs--npm', '4 Node.js & npm'],
  ['#Node.js-npm', '4 Node.js & npm'],
  ['#설치-1-1', '5 설치 1'],
])('a link to %s leads to the heading', (fragment, words) => expect(headingOf(fragment)).toBe(words))

test.each(['#없음', '#', '#%', '#constructor', '#__proto__'])(
  'a link to %s, which no heading has, stays as typed',
  fragment => {
    expect(markupOf(`# 설치\n\n[**가** 나](${fragment} "다")`)).toContain(`](${fragment} `)
  },
)

test('in the article of a screen the link has the address of its heading', () => {
  const article = renderToStaticMarkup(
    createElement(Markdown, { text: '# 설치\n\n[설치로](#설치)', isArticle: true }),
  )
  expect(article).toContain('<a href="#h-설치">설치로</a>')
})
