import fc from 'fast-check'
import { expect, test } from 'vitest'
import { collapseUnchanged, diffTexts } from './note.diff.ts'

const texts = fc
  .array(fc.constantFrom('우리는', '내일', '모여요', '.', ' ', '\n', 'API', '👍🏽'))
  .map(words => words.join(''))

test('both texts can be reconstructed from the diff', () => {
  fc.assert(
    fc.property(texts, texts, (first, second) => {
      const chunks = diffTexts(first, second)
      const read = (other: string) =>
        chunks
          .filter(({ kind }) => kind !== other)
          .map(({ text }) => text)
          .join('')
      expect(read('second')).toBe(first)
      expect(read('first')).toBe(second)
    }),
  )
})

test('replaces Korean words as a whole and joins adjacent changes', () => {
  expect(diffTexts('회의는 오늘 세 시예요.', '회의는 내일 네 시예요.')).toEqual([
    { kind: 'same', text: '회의는 ' },
    { kind: 'first', text: '오늘 세' },
    { kind: 'second', text: '내일 네' },
    { kind: 'same', text: ' 시예요.' },
  ])
})

test('finds no change in equal texts', () => {
  expect(diffTexts('같은 글', '같은 글')).toEqual([{ kind: 'same', text: '같은 글' }])
  expect(diffTexts('', '')).toEqual([])
})

test('falls back to lines, and then to the whole text, if too much differs', () => {
  const wordsOf = (sign: string, between: string) =>
    Array.from({ length: 600 }, (_, index) => `${sign}${index}`).join(between)
  const first = `머리말\n${wordsOf('가', ' ')}\n맺음말`
  const second = `머리말\n${wordsOf('나', ' ')}\n맺음말`
  expect(diffTexts(first, second)).toEqual([
    { kind: 'same', text: '머리말\n' },
    { kind: 'first', text: `${wordsOf('가', ' ')}\n` },
    { kind: 'second', text: `${wordsOf('나', ' ')}\n` },
    { kind: 'same', text: '맺음말' },
  ])
  expect(diffTexts(wordsOf('가', '\n'), wordsOf('나', '\n'))).toEqual([
    { kind: 'first', text: wordsOf('가', '\n') },
    { kind: 'second', text: wordsOf('나', '\n') },
  ])
})

test('collapses unchanged lines that are far from a change', () => {
  const same = '1\n2\n3\n4\n5\n6\n7\n8\n'
  expect(
    collapseUnchanged([
      { kind: 'first', text: '가' },
      { kind: 'same', text: same },
      { kind: 'second', text: '나' },
    ]),
  ).toEqual([
    { kind: 'first', text: '가' },
    { kind: 'same', text: '1\n2\n3' },
    { kind: 'collapsed', text: '4\n5\n6', lines: 3 },
    { kind: 'same', text: '7\n8\n' },
    { kind: 'second', text: '나' },
  ])
  expect(collapseUnchanged([{ kind: 'same', text: '한 줄' }])).toEqual([{ kind: 'same', text: '한 줄' }])
})

test('ignores differences of Unicode normalization', () => {
  expect(diffTexts('회의록'.normalize('NFD'), '회의록')).toEqual([{ kind: 'same', text: '회의록' }])
})
