import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import vectors from '../../tests/data/markdown-xss.json' with { type: 'json' }
import { offencesIn } from './testing/allowed.ts'
import { markupOf } from './testing/markup.ts'

describe.each(vectors)('public XSS vectors: $from', ({ texts }) => {
  test.each(texts)('%j makes nothing dangerous', text => {
    expect(offencesIn(markupOf(text))).toEqual([])
  })
})

/** Texts rich in the language's signs, in what surrounds them and in what attacks are made of. */
const SIGNS =
  '> # ## - + * ** *** _ __ ~~ == [^1] [^1]: ` `` ``` ~~~ $ $$ \\ ! [ ] ( ) < > | |- :-: 1. [x] [ ] [a]: <https: https:// www. a@b.kr javascript: data: &amp; &#x6a; (1) -> <=> " \' = / : tel:1 mailto:'
const piece = fc.oneof(
  fc.constantFrom(...SIGNS.split(' '), '\n', '\n\n', '\r\n', ' ', '    ', '\t', '\0'),
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

test('any text renders, into allowed elements and attributes only', () => {
  fc.assert(
    fc.property(text, written => {
      expect(offencesIn(markupOf(written))).toEqual([])
    }),
    { numRuns: 1500 },
  )
})

test('no written letter is lost', () => {
  const words = fc.array(fc.oneof(piece, fc.constantFrom('가나다', '라마')), { maxLength: 40 })
  fc.assert(
    fc.property(words, pieces => {
      // Reference definitions and the first line of code blocks are the places where CommonMark hides text.
      const written = pieces.join('').replace(/[[\]`~]/g, '')
      const shown = markupOf(written)
      for (const word of ['가나다', '라마']) expect(shown.split(word).length).toBe(written.split(word).length)
    }),
    { numRuns: 800 },
  )
})
