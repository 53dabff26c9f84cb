import { describe, expect, test } from 'vitest'
import { parseMarkdown } from '#protocol/markdown/markdown.parser.ts'
import { fullMarkupOf, markupOf, textContentOf, violationsIn } from './testing/markup.ts'

/** The markup without icons and the attributes that all elements of a kind have. */
const simplify = (text: string) =>
  markupOf(text)
    .replaceAll(/<svg.*?<\/svg>/g, '')
    .replaceAll(/ (?:role="note"|data-text=""|class="md-(?:details|summary|callout-title)")/g, '')
    .replaceAll(/<span class="md-callout-icon">(.*?)<\/span>(?=<)/g, '$1')

const CALLOUTS: [string, string][] = [
  ['> [!note]\n> 글', '<div class="md-callout md-callout-note"><p><span>참고</span></p><p>글</p></div>'],
  ['> [!TIP]', '<div class="md-callout md-callout-tip"><p><span>도움말</span></p></div>'],
  [
    '> [!warning] **제목** 글\n> 가\n> 나',
    '<div class="md-callout md-callout-warning"><p><span class="visually-hidden">주의: </span><span><strong>제목</strong> 글</span></p><p>가<br/>나</p></div>',
  ],
  [
    '> [!caution]-\n> - 가',
    '<div class="md-callout md-callout-caution"><p><span>경고</span></p><ul><li>가</li></ul></div>',
  ],
  [
    '- > [!important]\n  > 가\n  >> [!tip]\n  >> 나',
    '<ul><li><div class="md-callout md-callout-important"><p><span>중요</span></p><p>가</p><div class="md-callout md-callout-tip"><p><span>도움말</span></p><p>나</p></div></div></li></ul>',
  ],
  ['> [!noted]\n> 글', '<blockquote><p>[!noted]<br/>글</p></blockquote>'],
  ['> 글\n> [!note]', '<blockquote><p>글<br/>[!note]</p></blockquote>'],
  ['> \\[!note]', '<blockquote><p>[!note]</p></blockquote>'],
  ['> [!note]글', '<blockquote><p>[!note]글</p></blockquote>'],
  ['[!note] 글', '<p>[!note] 글</p>'],
]

test.each(CALLOUTS)('callout: %j', (written, markup) => {
  expect(simplify(written)).toBe(markup)
})

const DETAILS: [string, string][] = [
  [
    '<details>\n<summary>**요약**</summary>\n\n- 가\n\n</details>',
    '<details><summary><strong>요약</strong></summary><ul><li>가</li></ul></details>',
  ],
  [
    '<details open><details>글</details>',
    '<details open=""><summary><span>자세히 보기</span></summary><p>&lt;details&gt;글</p></details>',
  ],
  [
    '<details open>글</details>',
    '<details open=""><summary><span>자세히 보기</span></summary><p>글</p></details>',
  ],
  [
    '앞\n<DETAILS><summary>가</summary>나\n다</DETAILS>\n뒤',
    '<p>앞</p><details><summary>가</summary><p>나<br/>다</p></details><p>뒤</p>',
  ],
  [
    '<details><summary>가</summary>\n<details>\n<summary>나</summary>\n다\n</details>\n</details>',
    '<details><summary>가</summary><details><summary>나</summary><p>다</p></details></details>',
  ],
  [
    '> <details>\n> 가\n> </details>\n\n- <details>\n  나\n  </details>',
    '<blockquote><details><summary><span>자세히 보기</span></summary><p>가</p></details></blockquote><ul><li><details><summary><span>자세히 보기</span></summary><p>나</p></details></li></ul>',
  ],
  ['<details></details>', '<details><summary><span>자세히 보기</span></summary></details>'],
  ['<details>\n글', '<p>&lt;details&gt;<br/>글</p>'],
  ['글\n</details>', '<p>글<br/>&lt;/details&gt;</p>'],
  ['<details class="a">가</details>', '<p>&lt;details class=&quot;a&quot;&gt;가&lt;/details&gt;</p>'],
  ['- <details>\n\n</details>', '<ul><li>&lt;details&gt;</li></ul><p>&lt;/details&gt;</p>'],
  ['\\<details>가</details>', '<p>&lt;details&gt;가&lt;/details&gt;</p>'],
  ['<summary>가</summary>', '<p>&lt;summary&gt;가&lt;/summary&gt;</p>'],
]

test.each(DETAILS)('details: %j', (written, markup) => {
  expect(simplify(written)).toBe(markup)
})

test('a closing tag in a code block closes nothing', () => {
  const markup = simplify('<details>\n```\n</details>\n```\n글\n</details>')
  expect(markup).toContain('<code>&lt;/details&gt;\n</code>')
  expect(markup).toMatch(/<p>글<\/p><\/details>$/)
})

const TAGS: [string, string][] = [
  ['<u>밑줄</u> H<sub>2</sub>O 10<sup>-3</sup>', '<u>밑줄</u> H<sub>2</sub>O 10<sup>-3</sup>'],
  ['<KBD>Ctrl</kbd>+<mark>**S**</mark>', '<kbd>Ctrl</kbd>+<mark><strong>S</strong></mark>'],
  [
    '**<u>용어</u>**를 <u>**용어(Term)**을</u>',
    '<strong><u>용어</u></strong>를 <u><strong>용어(Term)</strong>을</u>',
  ],
  ['<u>가<sub>나</sub></u>', '<u>가<sub>나</sub></u>'],
  [
    '[<u>가</u>](https://a.kr)',
    '<a href="https://a.kr" target="_blank" rel="noopener noreferrer nofollow"><u>가</u></a>',
  ],
  [
    '[<u>[가](https://a.kr)</u>](https://b.kr)',
    '[<u><a href="https://a.kr" target="_blank" rel="noopener noreferrer nofollow">가</a></u>](<a href="https://b.kr" target="_blank" rel="noopener noreferrer nofollow">https://b.kr</a>)',
  ],
  [
    '[<u>가](https://a.kr)</u>',
    '<a href="https://a.kr" target="_blank" rel="noopener noreferrer nofollow">&lt;u&gt;가</a>&lt;/u&gt;',
  ],
  ['가<br>나<br/>다<br />\n라', '가<br/>나<br/>다<br/>라'],
  ['<u>가<sub>나</u>다</sub>', '<u>가&lt;sub&gt;나</u>다&lt;/sub&gt;'],
  ['<u>가 **나</u> 다**', '<u>가 **나</u> 다**'],
  ['**가 <u>나** 다</u>', '**가 <u>나** 다</u>'],
  ['`<u>` 가 </u>', '<code>&lt;u&gt;</code> 가 &lt;/u&gt;'],
  ['<u>가 `</u>` 나</u>', '<u>가 <code>&lt;/u&gt;</code> 나</u>'],
  ['\\<u>가</u>', '&lt;u&gt;가&lt;/u&gt;'],
  ['<u>가', '&lt;u&gt;가'],
  ['<u class="a">가</u> <U onclick=x>', '&lt;u class=&quot;a&quot;&gt;가&lt;/u&gt; &lt;U onclick=x&gt;'],
  ['<b>가</b> <script>나</script>', '&lt;b&gt;가&lt;/b&gt; &lt;script&gt;나&lt;/script&gt;'],
]

test.each(TAGS)('tags: %j', (written, markup) => {
  expect(markupOf(written)).toBe(`<p>${markup}</p>`)
})

test('a code block named math is a formula, unless it is empty', () => {
  expect(markupOf('```math\nx^2\n```')).toContain('md-formula-display')
  expect(markupOf('``` Math\nx^2\n```')).toContain('md-formula-display')
  expect(markupOf('```math\n```')).toContain('<pre')
})

test('code blocks named mermaid are diagrams, twenty of them in a note', () => {
  expect(markupOf('```mermaid\nflowchart TD\n```')).toContain('<div class="md-diagram" aria-busy="true">')
  expect(fullMarkupOf('```mermaid\na\n```\n'.repeat(25)).split('md-diagram"')).toHaveLength(21)
})

test('a heading in a callout or details has no id', () => {
  const ids = parseMarkdown('> [!note]\n> # 가\n\n<details>\n\n# 나\n\n</details>').map(
    ({ meta }) => meta?.heading,
  )
  expect(ids.filter(Boolean)).toEqual([])
})

describe('hostile texts', () => {
  const length = 5_000
  const fill = (piece: string) => piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
  const closed = (open: string, close: string) => {
    const count = Math.floor(length / (open.length + close.length + 1))
    return `${open.repeat(count)}끝${close.repeat(count)}`
  }

  test.each([
    ['opening tags', `${fill('<u>')}끝`],
    ['closing tags', `${fill('</u>')}끝`],
    ['nested tags', closed('<u>', '</u>')],
    ['crossed tags', `${fill('<u><sub>').slice(0, 2_400)}끝${fill('</u></sub>').slice(0, 2_500)}`],
    ['tags in code', fill('`<u>').concat('끝')],
    ['opening details', `${fill('<details>\n')}끝`],
    ['nested details', closed('<details>\n', '</details>\n')],
    ['nested details on one line', closed('<details>', '</details>')],
    ['details in lists', fill('- <details>\n').concat('끝\n</details>')],
    ['summaries', fill('<details><summary>').concat('끝')],
    [
      'nested callouts',
      `${Array.from({ length: 500 }, (_, depth) => '>'.repeat(depth % 60))
        .map(quote => `${quote} [!note]`)
        .join('\n')
        .slice(0, 4_900)}\n\n끝`,
    ],
    ['callouts', fill('> [!note]\n\n').concat('끝')],
  ])('%s keep the end, render to allowed elements and take no time', (_, written) => {
    const started = performance.now()
    const markup = fullMarkupOf(written)
    expect(performance.now() - started).toBeLessThan(5_000)
    expect(textContentOf(markup).match(/끝/g)).toHaveLength(1)
    expect(violationsIn(markup)).toEqual([])
  })

  test('five hundred nested callouts keep their text', () => {
    const text = Array.from(
      { length: 70 },
      (_, depth) => `${'>'.repeat(depth + 1)} [!note]\n${'>'.repeat(depth + 1)} 글`,
    ).join('\n')
    expect(textContentOf(fullMarkupOf(`${'>'.repeat(500)} [!note] 끝`))).toContain('끝')
    expect(textContentOf(fullMarkupOf(text)).match(/글/g)).toHaveLength(70)
  })
})
