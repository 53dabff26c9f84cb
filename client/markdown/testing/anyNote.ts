import fc from 'fast-check'

const WORDS = [
  '가나다',
  '글을 쓴다.',
  'words',
  ' ',
  '  ',
  '네~~ 좋아요~~',
  'e\u0301',
  '\u0301',
  '👨‍👩‍👧',
  '🇰🇷',
  '😀',
  '한글',
  'שלום עולם',
  'مرحبا',
  '\u200b',
  '(1)',
  'f(1)',
  '->',
  '&amp;',
  '&nbsp;',
  '&#x6a;',
  '&nosuch;',
  '\\*',
  '\\',
  '\\\\',
  '<b>',
  'a|b',
  '$5와 10$',
  '[^없음]',
  'https://geulmaru.kr에서',
  'https://xn--bj0bj06e.xn--3e0b707e/%EA%B0%80%ff',
  'www.naver.com을',
  'mail@naver.com',
  '![깨진](#그림)',
  '![그림](https://a.kr/b.png)',
  '![](/pictures/0123456789abcdef0123456789abcdef#20x30)',
  '![**설명** $x$](upload:0123)',
  '[글](https://a.kr "제목")',
  '[글](https://a.kr/b.png)',
  '[글](#제목)',
  '[없는 글](#없음)',
  '[노트](/note?no=1)',
  '[아닌 노트](/nowhere)',
  '[[제목]]',
  '[[다른 노트#작은 제목|보이는 글]]',
  '[[#제목]]',
  '[[[대괄호] 제목]]',
  '[[끝나지 않은',
  '[![그림](https://a.kr/b.png)](https://b.kr)',
  '`코드`',
  '`` a`b ``',
  '$x^2$',
  '$\\frac{1}{2}$',
  '$$y$$',
  '$\\없는명령$',
  '글[^1]',
  '[^둘]',
  'H<sub>2</sub>O',
  '<kbd>Ctrl</kbd>',
  '가<br>나',
  '<br/>',
  '<u>가',
  '</mark>',
  '[!note]',
]

const plain = fc.constantFrom(...WORDS)
const wrap =
  (open: string, close = open) =>
  (words: string) =>
    `${open}${words}${close}`
const inline = fc.letrec<{ words: string; part: string }>(tie => ({
  words: fc.array(tie('part'), { minLength: 1, maxLength: 4 }).map(parts => parts.join('')),
  part: fc.oneof(
    { maxDepth: 3 },
    { weight: 8, arbitrary: plain },
    ...['**', '*', '***', '~~', '==', '_', '**~~'].map(mark => tie('words').map(wrap(mark))),
    tie('words').map(words => `**${words}**는`),
    tie('words').map(wrap('[', '](https://a.kr)')),
    ...['u', 'sup', 'mark'].map(tag => tie('words').map(wrap(`<${tag}>`, `</${tag}>`))),
  ),
})).words

const cells = fc.array(fc.oneof(inline, fc.constant('')), { minLength: 1, maxLength: 4 })
const row = (texts: string[]) => `| ${texts.join(' | ')} |`
const table = fc
  .tuple(cells, fc.array(cells, { maxLength: 3 }))
  .map(([head, rows]) => [row(head), row(head.map(() => ':-:')), ...rows.map(row)].join('\n'))

const indented = (text: string, first: string, rest: string) =>
  text
    .split('\n')
    .map((line, index) => (index === 0 ? first : rest) + line)
    .join('\n')

const block = fc.letrec<{ blocks: string; block: string }>(tie => ({
  blocks: fc
    .array(fc.tuple(tie('block'), fc.constantFrom('\n\n', '\n', '\n\n\n', '\r\n')), {
      minLength: 1,
      maxLength: 4,
    })
    .map(parts =>
      parts
        .map(part => part.join(''))
        .join('')
        .trimEnd(),
    ),
  block: fc.oneof(
    { maxDepth: 3 },
    { weight: 6, arbitrary: inline },
    fc.tuple(inline, inline).map(lines => lines.join('\n')),
    fc.tuple(inline, inline).map(lines => lines.join('  \n   ')),
    fc.tuple(fc.integer({ min: 1, max: 6 }), inline).map(([level, words]) => `${'#'.repeat(level)} ${words}`),
    inline.map(words => `${words}\n===`),
    fc.constantFrom(
      '# 제목',
      '---',
      '```js\nconst a = "가" // <b>\n\n\n```',
      '```\n\n  글\t글\n```',
      '```math\nx\n```',
      '```mermaid\nflowchart TD\n  가 --> 나\n```',
      '```mermaid\n없는 그림\n```',
      '> [!tip]',
      '<details>',
      '</details>',
      '~~~\n~~~',
      '```\n끝이 없다',
    ),
    fc.constantFrom(
      '$$\nx\n\ny^2\n$$',
      '$$z$$',
      '[이름]: https://a.kr',
      '    들여쓴 줄',
      '- [ ]\n- [x] 한 일',
    ),
    table,
    inline.map(words => `[^1]: ${words}`),
    inline.map(words => `[^둘]: ${words}\n다음 줄`),
    ...['- ', '1. ', '3) ', '- [ ] ', '* [x] '].map(mark =>
      tie('blocks').map(text => indented(text, mark, ' '.repeat(/^\S+ /.exec(mark)?.[0].length ?? 2))),
    ),
    fc
      .tuple(inline, tie('blocks'))
      .map(([title, text]) => indented(`[!note] ${title.split('\n')[0]}\n${text}`, '> ', '> ')),
    tie('blocks').map(text => indented(`[!WARNING]\n${text}`, '> ', '> ')),
    fc
      .tuple(inline, tie('blocks'))
      .map(([summary, text]) => `<details>\n<summary>${summary}</summary>\n\n${text}\n\n</details>`),
    tie('blocks').map(text => `<details open>${text}</details>`),
    ...['> ', '>'].map(mark => tie('blocks').map(text => indented(text, mark, mark))),
  ),
})).blocks

/** The characters of the syntax in any order. */
const SYNTAX =
  '> # ## - + * ** *** _ ~~ == [^1] [^1]: ` ``` ~~~ $ $$ \\ ! [ ] ( ) < | |- :-: 1. [x] [ ] [a]: https:// www. (1) -> = : 가 나. <u> </u> <kbd> </kbd> <br> <details> </details> <summary> </summary> [!note]'
const noise = fc
  .array(fc.constantFrom(...SYNTAX.split(' '), '\n', '\n\n', ' ', '    ', '\t'), { maxLength: 60 })
  .map(pieces => pieces.join(''))

/** Notes with all syntax, nested at random. */
export const anyNote = fc.oneof(
  { weight: 4, arbitrary: fc.array(block, { maxLength: 5 }).map(blocks => blocks.join('\n\n')) },
  { weight: 1, arbitrary: noise },
)
