import { expect, test } from 'vitest'
import { TextJoiner } from './markdown/text.joiner.ts'
import { noteText } from './noteText.ts'
import { PASSAGE_POSITION_MAX } from './passages.ts'

test.each([
  ['marks', '**굵게**는 *기울임* ~~취소~~ ==강조== `코드`', '굵게는 기울임 취소 강조 코드'],
  ['headings', '# 제목\n\n글\n\n둘째\n===', '제목\n글\n둘째'],
  ['line breaks and leading spaces', '가\n  나  \n다', '가\n  나\n다'],
  ['lists and tasks', '- 하나\n  1. 둘\n- [x] 셋', '하나\n둘\n셋'],
  ['quotes', '> 가\n>> 나\n\n다', '가\n나\n다'],
  ['tables', '| 가 | 나 |\n|-|-|\n| 1 | |\n| | 2 |', '가\t나\n1\n2'],
  ['code blocks', '```js\nconst a = 1\n\n```\n끝', 'const a = 1\n\n끝'],
  ['formulas', '넓이는 $x^2$이다\n\n$$\ny\n$$', '넓이는 x^2이다\ny'],
  ['links', '[글](https://a.kr "제목") https://a.kr에서', '글 https://a.kr에서'],
  ['links to nowhere', '[글](#없음)', '[글](#없음)'],
  ['pictures', '가 ![설명](https://a.kr/b.png) 나\n\n![설명](https://a.kr/b.png)', '가  나'],
  ['pictures without a valid address', '![설명](#없음)', '설명'],
  ['footnotes', '글[^1]이\n\n[^1]: 각주\n\n끝', '글이\n끝\n각주'],
  ['escapes, entities and symbols', '\\*가\\* &lt;b&gt; (1) -> \\(1)', '*가* <b> ① → (1)'],
  ['rules and reference definitions', '가\n\n---\n\n[이름]: https://a.kr\n\n[이름]', '가\n이름'],
  ['callouts', '> [!note]\n> 가\n\n> [!TIP]- **제목**\n> 나\n> - 다', '가\n제목\n나\n다'],
  [
    'details',
    '<details open>\n<summary>**요약**</summary>\n\n가\n\n- 나\n</details>\n\n<details>다</details>',
    '요약\n가\n나\n다',
  ],
  ['tags', 'H<sub>2</sub>O <kbd>**Ctrl**</kbd>+<u>S</u><br>끝<br>', 'H2O Ctrl+S\n끝'],
  ['tags in tables', '| 가<br>나 | <mark>다</mark> |\n|-|-|', '가\n나\t다'],
  ['special code blocks', '```math\nx^2\n```\n\n```mermaid\nflowchart TD\n```', 'x^2\nflowchart TD\n'],
  ['tags without their other half', '<u>가 </sub> <details> <b>나</b>', '<u>가 </sub> <details> <b>나</b>'],
  ['nothing', ' \n\n', ''],
])('%s', (_, markdown, text) => {
  expect(noteText(markdown)).toBe(text)
})

test('keeps Unicode as typed', () => {
  const text = 'e\u0301 é 👨‍👩‍👧 🇰🇷 שלום \u200b각'
  expect(noteText(text)).toBe(text)
})

test('every position fits, even if a host is longer when it is decoded', () => {
  const markdown = `https://xn--${'a'.repeat(60)}-e28h.kr\n`.repeat(60)
  expect(noteText(markdown).length).toBeLessThan(PASSAGE_POSITION_MAX)
})

test('joins the lines of the longest series without copying the text for each', () => {
  const joiner = new TextJoiner()
  const begin = performance.now()
  for (let line = 0; line < 125_000; line++) {
    joiner.append('가')
    joiner.separate('\n')
  }
  expect(performance.now() - begin).toBeLessThan(1_000)
  expect(joiner.text).toHaveLength(249_999)
})
