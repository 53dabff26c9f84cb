import { JSDOM } from 'jsdom'
import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { Markdown } from './Markdown.tsx'
import { renderMarkdown } from './markdown.rendering.ts'
import { markupOf } from './testing/markup.ts'

/** The formulas of a text as `[source, delimiter]`. */
function formulasIn(text: string): [string, string][] {
  return parseMarkdown(text)
    .flatMap(token => [token, ...(token.children ?? [])])
    .filter(token => token.type === 'math')
    .map(({ content, markup }) => [content, markup])
}

describe('inline formulas', () => {
  test.each([
    ['넓이는 $x^2$이다', 'x^2'],
    ['$\\frac{1}{2}$', '\\frac{1}{2}'],
    ['($a$)', 'a'],
    ['$3x + 2$', '3x + 2'],
    ['$\\$5$', '\\$5'],
    ['$a*b*c_d_$', 'a*b*c_d_'],
    ['$[x](y)$', '[x](y)'],
    ['**$x$**', 'x'],
    ['$5와 $x$', 'x'],
    ['$\\text{밑변}$', '\\text{밑변}'],
  ])('%s', (text, formula) => {
    expect(formulasIn(text)).toEqual([[formula, '$']])
  })

  test.each([
    '$5와 $10',
    '$5와 10$',
    '$100달러에서 200$까지',
    '10$과 20$',
    'US$5, HK$7',
    '$5~$10',
    '$1,000 또는 $2,000',
    '$HOME/$USER와 $PATH',
    '$ x $',
    '$x\ny$',
    '\\$x$',
    '`$x$`',
    '$',
    '$$',
    '$$$',
    '$$ $$',
  ])('%s is not a formula', text => {
    expect(formulasIn(text)).toEqual([])
  })
})

describe('display formulas', () => {
  test.each([
    ['$$x$$', 'x'],
    ['$$\nx\n$$', 'x'],
    ['$$x\n\ny$$', 'x\n\ny'],
    ['글\n$$\nx\n$$\n글', 'x'],
    ['글 $$x$$ 글', 'x'],
    ['> $$\n> x\n> $$', 'x'],
    ['- $$\n  x\n  $$', 'x'],
  ])('%j', (text, formula) => {
    expect(formulasIn(text)).toEqual([[formula, '$$']])
  })

  test.each(['$$\nx', '$$\nx\n\n글', '    $$x'])('%j is unfinished and therefore text', text => {
    expect(formulasIn(text)).toEqual([])
  })
})

describe('footnotes', () => {
  /** The markup with references as `(1)` and without the back links. */
  const simplify = (text: string) =>
    markupOf(text)
      .replaceAll(/<sup[^>]*><a[^>]*>(\d+)<\/a><\/sup>/g, '($1)')
      .replaceAll(/<li[^>]*>(.*?)<span[^>]*> <a[^>]*>↩<\/a><\/span><\/li>/g, '<li>$1</li>')

  const LIST = '<ol class="md-footnotes" aria-label="각주">'

  test.each([
    ['글[^1]\n\n[^1]: 각주', `<p>글(1)</p>${LIST}<li>각주</li></ol>`],
    ['글[^1]', '<p>글[^1]</p>'],
    ['[^1]: 각주', '<p>[^1]: 각주</p>'],
    ['글[^1]\n\n[^1]: 가\n\n[^1]: 나', `<p>글(1)</p><p>(1): 나</p>${LIST}<li>가</li></ol>`],
    ['글[^1]\n\n- [^1]: 목록 안', '<p>글[^1]</p><ul><li>[^1]: 목록 안</li></ul>'],
    ['글[^1]\n[^1]: 여러\n줄', `<p>글(1)</p>${LIST}<li>여러<br/>줄</li></ol>`],
    ['`[^1]` \\[^1]\n\n[^1]: 각주', '<p><code>[^1]</code> [^1]</p><p>[^1]: 각주</p>'],
    ['[^1]:\n\n글[^1]', '<p>[^1]:</p><p>글[^1]</p>'],
  ])('%j', (written, markup) => {
    expect(simplify(written)).toBe(markup)
  })

  test('are numbered by their references and link back to the first one', () => {
    const markup = markupOf('가[^둘] 나[^하나] 다[^둘]\n\n[^하나]: 하나\n[^둘]: **둘**')
    expect([...markup.matchAll(/<sup/g)]).toHaveLength(3)
    const links = [...markup.matchAll(/<a(?: id="([^"]*)")? href="#([^"]*)"/g)]
    const [first, other, again, backFirst, backOther] = links.map(([, id, to]) => ({ id, to }))
    expect(again).toEqual({ id: undefined, to: first?.to })
    expect([backFirst?.to, backOther?.to]).toEqual([first?.id, other?.id])
    expect(markup.indexOf(`<li class="md-footnote" id="${first?.to}"`)).toBeLessThan(
      markup.indexOf(`<li class="md-footnote" id="${other?.to}"`),
    )
    expect(new Set([first?.id, other?.id, first?.to, other?.to]).size).toBe(4)
  })
})

describe('text direction', () => {
  /** The elements with a `dir` attribute, as `tag:direction`. */
  function directionsIn(text: string): string[] {
    const { document } = new JSDOM(renderToStaticMarkup(createElement(Markdown, { text }))).window
    return [...document.querySelectorAll<HTMLElement>('[dir]')].map(
      ({ localName, dir }) => `${localName}:${dir}`,
    )
  }

  test('blocks of text have automatic direction', () => {
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
  ])('containers of blocks have the direction of their first letter: %j', (text, directions) => {
    expect(directionsIn(text)).toEqual(directions)
  })
})

const TEXT_WITH_HEADINGS = `# 설치

## **빠른** \`설치\` (2분)!

# 설치

> # 설치

# Node.js & npm

# 설치 1
`

describe('headings', () => {
  test('have unique ids from their text, with a prefix', () => {
    const written = [
      '집에 대하여',
      '집에 대하여',
      '집에 대하여 2',
      '**root** `x`',
      '!!!',
      '!!!',
      'D-30: ~~끝~~ $x^2$',
    ]
    const { headings } = renderMarkdown(written.map(words => `## ${words}`).join('\n'))
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

  test('have no id in quotes and lists, or without text', () => {
    expect(renderMarkdown('> # 인용\n\n- # 목록\n\n#\n').headings).toEqual([])
  })

  test('have an id and an accessible name only in the article of a screen', () => {
    expect(markupOf('# 하나')).toBe('<h2 class="md-h1">하나</h2>')
    const article = renderToStaticMarkup(createElement(Markdown, { text: '# **하나** 둘', isArticle: true }))
    expect(article).toContain(
      '<h2 dir="auto" class="md-h1" id="h-하나-둘" tabindex="-1" aria-label="하나 둘">',
    )
    expect(article).toContain('href="#h-하나-둘" aria-label="이 제목의 링크 복사"')
  })

  /** The index and the text of the heading that a link with this fragment points to. */
  function headingFor(fragment: string): string | undefined {
    const page = new JSDOM(markupOf(`${TEXT_WITH_HEADINGS}\n[링크](${fragment})`)).window.document
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
  ])('a link to %s points to the heading', (fragment, words) => expect(headingFor(fragment)).toBe(words))

  test.each(['#없음', '#', '#%', '#constructor', '#__proto__'])(
    'a link to %s without a heading stays as typed',
    fragment => {
      expect(markupOf(`# 설치\n\n[**가** 나](${fragment} "다")`)).toContain(`](${fragment} `)
    },
  )

  test('a link in the article has the URL of its heading', () => {
    const article = renderToStaticMarkup(
      createElement(Markdown, { text: '# 설치\n\n[설치로](#설치)', isArticle: true }),
    )
    expect(article).toContain('<a href="#h-설치">설치로</a>')
  })
})
