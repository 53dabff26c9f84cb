import fc from 'fast-check'
import { split } from '#tests/support/split.ts'

/** What surrounds the repeated piece: some work is only wasted when the end does not match. */
const ENDS = [
  ['', ''],
  ['x', '\n!'],
]

const SIGNS = Array.from({ length: 95 }, (_, place) => String.fromCharCode(0x20 + place))

const PIECES = [
  ...SIGNS,
  ...split('\t·\n·\r\n·\n\n· \n·\t\n·\u00a0·\u3000·\u2028·\u200b·\u202e·\ufeff·\ud800'),
  // Tables, quotes, lists, headings, rules.
  ...split(
    '|  ·| ·|-·|:-:·--|·| |\n·|\n|-\n·> ·>\n·>- ·- ·-\n·- - ·* a\n·+ ·1. ·1)\n·- [ ] ·- [x]\n',
    '# ·#\n·===\n·---\n·- a\n  ·    a\n·```\n·~~~\n·``` `\n',
  ),
  // Emphasis, code, formulas, links, pictures, addresses, entities, tags.
  ...split(
    '*a·a*·**a·a**·*a_·_a·_a_·__a·***·**a *·` ·`a·``a`·~~a·a~~ ·~~a~~ ·==a·a==·[^a]·[^a]: b\n',
    '[^a]: [^a]\n·# a\n·$a·$$a·a$·\\$·$ ·\\·\\*·[](·[a](·](·![·![](·![](a)·[a]·[a][·[a]: b\n',
    '[]()·[a](<·[a](b "·([·http://·https://a.·a://·www.·www.a.·a@·a@b.·a.b@c·://·<a·<a ·<!--',
    '<u>·</u>·<u>a</u>·<u><sub>·`<u>·<br>·<kbd>\n·<details>·<details>\n·</details>·</details>\n·<summary>·</summary>·<details><summary>\n',
    '<details><summary>a</summary>·<details>a</details>\n·> [!note]\n·>[!note] ·> [!tip] a\n> b\n·[!note]·- <details>\n·> <details>\n',
    '```math\na\n```\n·```mermaid\na\n```\n',
    '<a@b.c>·<http:·&·&amp·&#1·&#x·&amp;·->·<-·(1)·%·%EC·a%·{·{{·..·/*·(a·a)·, ',
  ),
  // Letters and signs of other scripts: composed, decomposed, joined, astral.
  ...split(
    '가·각·\u1100·\u1161·\u11a8·ㅎ·א·ب·क्ष·ปู่·ß·İ·ﬃ·㍿·a\u0301·\u0301·\u0316\u0301·a\u20e3·❤️',
    '👨‍👩‍👧·🇰🇷·👩🏽‍💻·😀·\ufe0f·𝔞·①',
  ),
  '각'.normalize('NFD'),
  `a${'\u0301'.repeat(15)}${'\u0316'.repeat(15)}`,
  'a '.repeat(20),
  `${' '.repeat(50)}a`,
  `${'\t|'.repeat(9)}a`,
]

/** One half of the text opens what the other half closes, or never does. */
const HALVES = [
  ['[', ']'],
  ['(', ')'],
  ['*', 'a*'],
  ['**', '**'],
  ['[', '](a)'],
  ['![', '](a)'],
  ['<', '>'],
  ['`', 'a'],
  ['$', 'a$'],
  ['a', '\u0301'],
  ['\u0301', '\u0316'],
  ['[', '[a]: b\n'],
  ['[^a]', '\n[^a]: b'],
  ['<u>', '</u>'],
  ['<u><sub>', '</u></sub>'],
  ['<details>\n', '</details>\n'],
  ['<details>\n', '\n'],
  ['<details>', '</details>'],
  ['> [!note]\n>', ' a'],
  [' ~~a', 'a~~ '],
  [' ==a', 'a== '],
  ['~~**', '**~~'],
  ['|', '\n|-'],
  ['|a', '\n|-|-|-'],
  ['> ', '\n'],
  ['- ', '\na'],
  [' ', '|'],
  ['a', ' '],
] as const

/** Repeats `piece` and cuts it to a length. */
function repeatToLength(piece: string, length: number): string {
  return piece.repeat(Math.ceil(length / piece.length)).slice(0, length)
}

/** Texts of one length that provoke excessive work, with names. */
export function worstTexts(length: number): [name: string, text: string][] {
  const runs = PIECES.flatMap(piece =>
    ENDS.map(([before = '', after = '']): [string, string] => {
      const inner = repeatToLength(piece, Math.max(1, length - before.length - after.length))
      return [`${JSON.stringify(before + piece)}…${JSON.stringify(after)}`, before + inner + after]
    }),
  )
  const half = Math.floor(length / 2)
  const halves = HALVES.map(([first, second]): [string, string] => [
    `${JSON.stringify(first)}… ${JSON.stringify(second)}…`,
    repeatToLength(first, half) + repeatToLength(second, half),
  ])
  const stairs = ['- a', '> a', '1. a', ' a', '* - a'].map((step): [string, string] => [
    `stairs of ${JSON.stringify(step)}`,
    Array.from({ length: Math.ceil(Math.sqrt(length)) }, (_, depth) => '  '.repeat(depth) + step)
      .join('\n')
      .slice(0, length),
  ])
  return [...runs, ...halves, ...stairs]
}

/** More texts by chance: repetitions of short combinations of these pieces. */
export function anyRepetition(length: number): fc.Arbitrary<string> {
  return fc
    .array(fc.constantFrom(...PIECES), { minLength: 2, maxLength: 5 })
    .map(pieces => repeatToLength(pieces.join(''), length))
}

const PLAIN = `# 3월 모임

오늘 **도서관** 앞에서 만나 이야기한 것을 적어요. 다음 주 수요일 7시, https://example.com/room 에서 봐요.

- 읽은 책: [모모](https://example.com/momo)
- [ ] 자리 예약하기 (회비 3,000원)

| 사람 | 맡은 일 |
| --- | --- |
| 민호 | 간식 |

`

/** Ordinary text of this many characters. */
export function plainTextOf(length: number): string {
  return repeatToLength(PLAIN, length)
}
