/** The longest note, in characters. */
const LENGTH = 5000

const KOREAN = `## 3주차 회의록: 발표 준비

**발표(Presentation)**를 어떻게 나눌지 이야기했다. 자료는 https://example.com/slides 에 있고, 그림은 다음에 붙인다.

- 민호: 도입부와 *배경 조사*
  - 통계는 (1) 통계청 (2) 한국은행에서 찾는다
  - 표는 \`table.csv\`로 정리
- 지은: 실험 설계 -> 결과 정리
- [ ] 다음 주 화요일까지 초안 쓰기

> "짧을수록 오래 남는다"는 말을 기억하자.
> 한 장에 한 문장이면 충분하다.

| 이름 | 맡은 일 | 날짜 |
|---|:---:|---:|
| 민호 | 도입부 | 3월 2일 |
| 지은 | 실험 | 3월 9일 |

평균은 $\\bar x = \\frac{1}{n}\\sum x_i$로 구하고, 나머지는 가을 하늘처럼 맑은 마음으로 천천히 읽어 가면 된다.

`
const WORDS =
  '가을 하늘이 높고 맑아서 우리는 강가를 따라 오래 걸었다. 바람이 불 때마다 억새가 은빛으로 흔들렸고, '

const fill = (part: string, length = LENGTH) => part.repeat(Math.ceil(length / part.length)).slice(0, length)
const everyday = (name: string, text: string) => ({ name, kind: 'everyday' as const, text })
const hostile = (name: string, text: string) => ({ name, kind: 'hostile' as const, text })

/** Everyday notes, and notes that try to be slow: all Markdown syntax repeated, nested or left open. */
export const notes = [
  everyday('Korean minutes, all features', fill(KOREAN)),
  everyday('Korean prose', fill(`${WORDS.repeat(4)}\n\n`)),
  ...[
    '>',
    '*',
    '_',
    '[',
    ']',
    '(',
    '$',
    '$$',
    '`',
    '~',
    '|',
    '#',
    '-',
    '!',
    '<',
    '&',
    '\\',
    ':',
    '@',
    ' ',
  ].map(sign => hostile(`only ${sign}`, fill(sign))),
  hostile('> with text', `${fill('>', 4990)} 깊은 글`),
  hostile('> on each line', fill(`${'>'.repeat(49)}\n`)),
  hostile('quotes growing', Array.from({ length: 98 }, (_, depth) => '>'.repeat(depth)).join('\n')),
  hostile('lists growing', Array.from({ length: 98 }, (_, depth) => `${' '.repeat(depth)}- `).join('\n')),
  hostile('- - - -', `${fill('- ', 4998)}끝`),
  hostile('lists on each line', fill(`${'- '.repeat(30)}a\n`)),
  hostile('**a ', fill('**a ')),
  hostile('a** ', fill('a** ')),
  hostile('*a ... a*', fill('*a ', 2500) + fill(' a*', 2500)),
  hostile('*a_ ', fill('*a_ ')),
  hostile('***a***', fill('***a***')),
  hostile('[a](', fill('[a](')),
  hostile('[a](b', fill('[a](b')),
  hostile('[ ... ]', fill('[', 2500) + fill(']', 2500)),
  hostile('[[a](b)', fill('[', 2400) + fill('a](https://b.kr)', 2600)),
  hostile('![', fill('![')),
  hostile('![a](', fill('![a](')),
  hostile('![![', fill('![', 2500) + fill('](https://a.kr)', 2500)),
  hostile('images', fill('![a](https://a.kr/b.png)')),
  hostile('pictures in one link', `[${fill('![a](https://a.kr)', 4960)}](https://a.kr)`),
  hostile(
    'pictures of many sites',
    Array.from({ length: 200 }, (_, site) => `![a](https://a${site}.kr)`).join(' '),
  ),
  hostile('references', fill('[a]: /b\n')),
  hostile('reference uses', `[a]: https://a.kr\n\n${fill('[a][b] ', 4900)}`),
  hostile('<a', fill('<a')),
  hostile('<https:', fill('<https://')),
  hostile('backticks growing', Array.from({ length: 98 }, (_, length) => '`'.repeat(length)).join(' ')),
  hostile('`a` ', fill('`a` ')),
  hostile('$a ', fill('$a ')),
  hostile('$a$', fill('$a$ ')),
  hostile('$$a lines', fill('$$a\n')),
  hostile('$$ then text', `$$\n${fill('가\n', 4990)}`),
  hostile('$$ in quotes', fill('> > > > $$\n')),
  hostile('table, wide', `${fill('|a', 1600)}\n${'|-'.repeat(800)}\n${'|a'.repeat(800)}`),
  hostile('table, long', `|a|b|\n|-|-|\n${fill('|a|b|\n', 4980)}`),
  hostile('table, short rows', `${'|a'.repeat(600)}\n${'|-'.repeat(600)}\n${'a\n'.repeat(1200)}`),
  hostile('tables', fill('|a|\n|-|\n|b|\n\n')),
  hostile('://', fill('://')),
  hostile('http://', fill('http://')),
  hostile('http://a ', fill('http://a ')),
  hostile('http://(((', `http://a/${fill('(', 4900)}`),
  hostile('www.', fill('www.')),
  hostile('a@', fill('a@')),
  hostile('a.a.a@', fill('a.')),
  hostile('a@a.a.a', `a@${fill('a.', 4900)}`),
  hostile('aaaa@', `${fill('a', 4900)}@`),
  hostile('&amp;', fill('&amp;')),
  hostile('&a', fill('&a')),
  hostile('(1)', fill('(1)')),
  hostile('-> ', fill('-> ')),
  hostile('----', fill('-=<>')),
  hostile('\\$', fill('\\$')),
  hostile('new lines', fill('a\n')),
  hostile('indented lines', fill(' a\n')),
  hostile('paragraphs', fill('a\n\n')),
  hostile('headings', fill('# a\n')),
  hostile('setext', `${fill('a\n', 4980)}---`),
  hostile('tasks', fill('- [ ] a\n')),
  hostile('ordered', fill('1. a\n')),
  hostile('fences', fill('```\n')),
  hostile('open fence', `\`\`\`js\n${fill('{[(', 4990)}`),
  hostile('rules', fill('---\n')),
]
