import fc from 'fast-check'
import { expect, test } from 'vitest'
import { excerptOf } from './excerpt.ts'

const PROSE = '집에서 통돌이 없이 볶습니다.'

test.each([
  ['a heading', `# 커피 볶기\n\n${PROSE}`],
  ['an underlined heading', `커피 볶기\n===\n${PROSE}`],
  ['front matter', `---\ntitle: 커피\ntags: 숫자\n---\n\n${PROSE}`],
  ['a table', `| 시각 | 색 |\n| --- | --- |\n| 0:00 | 풀 |\n\n${PROSE}`],
  ['a table without outer bars', `시각 | 색\n--- | ---\n0:00 | 풀\n\n${PROSE}`],
  ['a list', `- 생두\n- [ ] 중불\n  - 안쪽\n\n  항목의 둘째 문단\n1. 끝\n\n${PROSE}`],
  ['a lazy list item', `* 생두를\n고른다\n\n${PROSE}`],
  ['code', `\`\`\`js\nlet 가 = 1\n\n끝\n\`\`\`\n${PROSE}`],
  ['code in code', `~~~~md\n~~~\n안\n~~~\n~~~~\n${PROSE}`],
  ['a formula', `$$\n\\frac{가}{나}\n\n+ 1\n$$\n${PROSE}`],
  ['a formula of one line', `$$x^2 + 1$$\n${PROSE}`],
  ['a picture', `![1974년의 골목](/pictures/abc)\n\n${PROSE}`],
  ['a quote', `> 인용한 말\n이어지는 인용\n\n${PROSE}`],
  ['a line', `***\n\n${PROSE}`],
  ['a link address', `https://example.com/very/long\n\n${PROSE}`],
  ['a definition', `[^1]: 각주\n\n[회보]: https://example.com\n\n${PROSE}`],
  ['Windows line ends', `# 제목\r\n\r\n${PROSE}`],
])('skips %s before the prose', (_, text) => {
  expect(excerptOf(text)).toEqual({ text: PROSE, isAtEnd: true })
})

test.each([
  ['a table', '\n\n| 시각 | 색 |\n| --- | --- |'],
  ['a list', '\n- 생두'],
  ['a heading', '\n# 다음'],
  ['code', '\n```\n코드\n```'],
  ['a quote', '\n> 인용'],
  ['a formula', '\n$$\nx\n$$'],
  ['another paragraph', '\n\n다음 문단'],
])('ends the prose at %s', (_, rest) => {
  expect(excerptOf(PROSE + rest)).toEqual({ text: PROSE, isAtEnd: false })
})

test.each([
  ['joins its lines', '첫 줄\n둘째 줄', '첫 줄 둘째 줄'],
  ['removes Markdown syntax', '**굵은** [회보](/a)와 `코드`', '굵은 회보와 코드'],
  ['removes pictures', '글 ![골목](/p/a) 뒤', '글 뒤'],
  ['shortens TeX', '넓이는 $\\frac{1}{2}ab$이고 값은 $x$', '넓이는 …이고 값은 x'],
  ['keeps a formula without an end', '$$x\n글', '글'],
  ['keeps a bar in a sentence', '가 | 나 중에 골라요', '가 나 중에 골라요'],
])('%s', (_, text, shown) => {
  expect(excerptOf(text).text).toBe(shown)
})

test.each([
  ['headings and lists', '## 오늘\n\n- [ ] **책장**을 재기\n- 사기', '오늘 · 책장을 재기 · 사기'],
  ['a quote', '![골목](/p/a)\n\n> 인용한 말', '인용한 말'],
  ['a list beside a table', '| 가 |\n| --- |\n\n- 나', '나'],
  ['a picture', '![골목](/p/a)', '골목'],
  ['a table', '| 시각 | 색 |\n| --- | --- |\n| 0:00 | 풀 |', '시각 · 색 · 0:00 · 풀'],
  ['code', '```js\nlet 가 = 1\n```', 'let 가 = 1'],
  ['a formula', '$$\nx^2\n$$', 'x^2'],
  ['nothing', '', ''],
])('falls back to %s', (_, text, shown) => {
  expect(excerptOf(text).text).toBe(shown)
})

test('turns any text into one line', () => {
  const part = fc.constantFrom(
    '가',
    '\n',
    '\n\n',
    '|',
    '---',
    '- ',
    '# ',
    '> ',
    '```',
    '$$',
    '    ',
    '[^1]: ',
  )
  fc.assert(
    fc.property(fc.array(part), parts => {
      expect(excerptOf(parts.join('')).text).not.toMatch(/[\n\r]/)
    }),
  )
})
