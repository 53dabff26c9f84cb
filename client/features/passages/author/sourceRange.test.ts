import { expect, test } from 'vitest'
import { noteText } from '#protocol/noteText.ts'
import { sourceRangeOf } from './sourceRange.ts'

/** The source that is found for words of the plain text. `place` counts equal words from 0. */
function sourceOf(markdown: string, words: string, place = 0): string | null {
  const text = noteText(markdown)
  let start = text.indexOf(words)
  for (let skipped = 0; skipped < place; skipped++) start = text.indexOf(words, start + 1)
  expect(start, `‘${words}’ in ‘${text}’`).toBeGreaterThanOrEqual(0)
  const range = sourceRangeOf(markdown, text, { start, end: start + words.length })
  return range && markdown.slice(range.start, range.end)
}

test.each([
  ['plain words', '비 온 날의 기록', '온 날의', '온 날의'],
  ['words around markup', '주말에 **가장 좋은** 시간', '에 가장 좋은 시', '에 **가장 좋은** 시'],
  [
    'a link',
    '책은 [여기](https://example.com/a_(b)) 있어요',
    '책은 여기 있어요',
    '책은 [여기](https://example.com/a_(b)) 있어요',
  ],
  ['an arrow', '주 6번 -> 주 1번', '6번 → 주', '6번 -> 주'],
  ['an escaped character', '별 \\*하나\\*요', '별 *하나*요', '별 \\*하나\\*요'],
  ['two paragraphs', '끝이다.\n\n> **다시** 시작', '끝이다.\n다시 시작', '끝이다.\n\n> **다시** 시작'],
  ['two items of a list', '- [x] 하나\n  1. 둘째 것', '하나\n둘째', '하나\n  1. 둘째'],
  ['two cells', '|가|나|\n|-|-|\n|다|라|', '다\t라', '다|라'],
  ['a footnote', '앞[^1] 뒤\n\n[^1]: 설명', '앞 뒤', '앞[^1] 뒤'],
])('finds %s', (_, markdown, words, expected) => {
  expect(sourceOf(markdown, words)).toBe(expected)
})

test('chooses among equal words by their order', () => {
  const markdown = '**같은** 말, 같은 말'
  const text = noteText(markdown)
  const second = sourceRangeOf(markdown, text, {
    start: text.lastIndexOf('같은'),
    end: text.lastIndexOf('같은') + 2,
  })
  expect(second?.start).toBe(markdown.lastIndexOf('같은'))
})

test('finds the longest line or word of a part that the source does not contain as a whole', () => {
  const markdown = '첫째 줄\n\n![그림](/picture/1)\n\n&lt;둘째 문단의 긴 줄'
  expect(sourceOf(markdown, '<둘째 문단의 긴 줄')).toBe('문단의')
})

test('finds nothing if the source has none of the words', () => {
  expect(sourceRangeOf('다른 글', '사라진', { start: 0, end: 3 })).toBeNull()
})
