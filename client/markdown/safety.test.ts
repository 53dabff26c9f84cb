import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../tests/data/markdown-xss.json' with { type: 'json' }
import { markupOf, textContentOf, violationsIn } from './testing/markup.ts'

describe.each(vectors)('public XSS vectors: $from', ({ texts }) => {
  test.each(texts)('%j creates only allowed markup', text => {
    expect(violationsIn(markupOf(text))).toEqual([])
  })
})

/** Markdown syntax, its usual context, and parts of attacks. */
const SYNTAX =
  '> # ## - + * ** *** _ __ ~~ == [^1] [^1]: ` `` ``` ~~~ $ $$ \\ ! [ ] ( ) < > | |- :-: 1. [x] [ ] [a]: <https: https:// www. a@b.kr javascript: data: &amp; &#x6a; (1) -> <=> " \' = / : tel:1 mailto: <u> </u> <sub> </sup> <kbd> <mark> <br> <br/> <details> </details> <summary> </summary> [!note] [!TIP]- ```math ```mermaid'
const piece = fc.oneof(
  fc.constantFrom(...SYNTAX.split(' '), '\n', '\n\n', '\r\n', ' ', '    ', '\t', '\0'),
  fc.constantFrom(
    '가',
    '한글을',
    '**강조**를',
    '글[^1]\n\n[^1]: 각주 ',
    '~~취소~~ ==강조==',
    '![그림](https://a.kr/b.png)',
    '[![그림](https://a.kr/b.png)](https://a.kr)',
    '[가](#가나다)\n\n# 가나다\n\n',
    '[나](/note?no=1)',
    '[다](/',
    '- [x] ![그림](http://a.kr/b.png)',
    'onerror=',
    '<details open><summary>가</summary>나</details>',
    '<details open>',
    '<details><details open>가</details>',
    '\n$$\n가\n\n나\n$$</details>',
    '<details onclick=x>',
    '<u class=x>가</u>',
    '<kbd>**가**</kbd>',
    '\n> [!warning] **가**\n> 나\n',
    '\n```mermaid\nflowchart TD\n```\n',
    '<img src=x ',
    '<script>',
    '😀',
    '\ud800',
    '\u202e',
    '\ufe0f',
  ),
  fc.string({ unit: 'binary', maxLength: 4 }),
)
const text = fc.oneof(
  fc.array(piece, { maxLength: 60 }).map(pieces => pieces.join('')),
  fc.string({ unit: 'binary', maxLength: 300 }),
)

test('any text renders to allowed elements and attributes only', () => {
  fc.assert(
    fc.property(text, written => {
      expect(violationsIn(markupOf(written))).toEqual([])
    }),
    { numRuns: 1500 },
  )
})

/** No piece has their letters, so that neighbours cannot make one of them. */
const WORDS = ['흙멍', '뭍섬']

test('no text is lost', () => {
  const words = fc.array(fc.oneof(piece, fc.constantFrom(...WORDS)), { maxLength: 40 })
  fc.assert(
    fc.property(words, pieces => {
      // CommonMark hides text in reference definitions and in the first line of code blocks.
      const written = pieces.join('').replace(/[[\]`~]/g, '')
      const shown = textContentOf(markupOf(written))
      for (const word of WORDS) expect(shown.split(word).length).toBe(written.split(word).length)
    }),
    { numRuns: 800 },
  )
})
