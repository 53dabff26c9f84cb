import { expect, test } from 'vitest'
import { removedLength } from './removedLength.ts'

const [first, second, third] = [
  '우리는 오늘 도서관에서 만나 책을 골랐어요.',
  '점심에는 국수를 먹고 강가를 걸었어요.',
  '저녁에는 각자 쓴 글을 돌려 읽었어요.',
]
const text = [first, second, third].join('\n\n')

test.each([
  ['nothing changed', text, text],
  ['text before, within and after', text, `어제\n${first} 그리고\n\n${second}!\n\n${third} 끝`],
  ['a word in each sentence', '우유, 빵', '우유 2개, 빵 3개'],
  ['a paragraph moved', text, [second, third, first].join('\n\n')],
  ['a task ticked', '- [ ] 우유\n- [ ] 빵', '- [x] 우유\n- [X] 빵'],
  ['a tick taken back', '1. [x] 우유', '1. [ ] 우유'],
])('removes nothing by %s', (_, before, after) => {
  expect(removedLength(before, after)).toBe(0)
})

const table = (rows: number, columns: number) =>
  Array.from(
    { length: rows },
    (_, row) => `| ${Array.from({ length: columns }, (_, at) => (row * 7 + at * 3) % 10).join(' | ')} |`,
  ).join('\n')

test.each([
  ['a table of numbers', table(40, 3), table(200, 5).replaceAll(' | ', '1 | 2')],
  [
    'numbers',
    '3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3',
    '271828182845904523536028747135266249775724709369995'.repeat(20),
  ],
  ['letters', 'C G Am F '.repeat(20), 'Can Go Amsterdam For Come Great Amuse Food '.repeat(30)],
])('counts %s as removed if they occur in a much longer text by chance', (_, before, after) => {
  expect(removedLength(before, after)).toBeGreaterThan(before.length / 5)
})

test('removes nothing by a much longer text above', () => {
  const numbers = '3 1 4 1 5 9 2 6 5 3 5 8 9 7 9 3'
  expect(removedLength(`앞 ${numbers} 뒤`, `앞 ${'0123456789 '.repeat(200)}${numbers} 그리고 뒤`)).toBe(0)
})

test.each([
  ['all', text, '', text.length],
  ['a paragraph', text, [first, third].join('\n\n'), second.length + 2],
  ['a word', '가 나비 다', '가 다', 3],
  ['an unrelated text of the same length', second.slice(0, 20), third.slice(0, 20), 17],
  ['one of two equal paragraphs', `${first}\n${first}`, `${first}\n${'다른 글'.repeat(8)}`, first.length],
  ['repeated letters', 'ㅋ'.repeat(400), `x${'ㅋ'.repeat(100)}y`, 300],
  ['the order of words', '일곱 여덟 아홉 열', '열 아홉 여덟 일곱', 10],
])('counts what is removed by %s', (_, before, after, length) => {
  expect(removedLength(before, after)).toBe(length)
})
