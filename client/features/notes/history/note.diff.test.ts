import fc from 'fast-check'
import { expect, test } from 'vitest'
import { differences, shortened } from './note.diff.ts'

const texts = fc
  .array(fc.constantFrom('우리는', '내일', '모여요', '.', ' ', '\n', 'API', '👍🏽'))
  .map(words => words.join(''))

test('both texts can be read from their difference', () => {
  fc.assert(
    fc.property(texts, texts, (first, second) => {
      const pieces = differences(first, second)
      const read = (other: string) =>
        pieces
          .filter(({ kind }) => kind !== other)
          .map(({ text }) => text)
          .join('')
      expect(read('second')).toBe(first)
      expect(read('first')).toBe(second)
    }),
  )
})

test('a Korean word changes as a whole, and words beside each other change together', () => {
  expect(differences('회의는 오늘 세 시예요.', '회의는 내일 네 시예요.')).toEqual([
    { kind: 'same', text: '회의는 ' },
    { kind: 'first', text: '오늘 세' },
    { kind: 'second', text: '내일 네' },
    { kind: 'same', text: ' 시예요.' },
  ])
})

test('equal texts have no differences', () => {
  expect(differences('같은 글', '같은 글')).toEqual([{ kind: 'same', text: '같은 글' }])
  expect(differences('', '')).toEqual([])
})

test('where very many words differ, whole lines are compared, and where those do, too, the wholes', () => {
  const wordsOf = (sign: string, between: string) =>
    Array.from({ length: 600 }, (_, place) => `${sign}${place}`).join(between)
  const first = `머리말\n${wordsOf('가', ' ')}\n맺음말`
  const second = `머리말\n${wordsOf('나', ' ')}\n맺음말`
  expect(differences(first, second)).toEqual([
    { kind: 'same', text: '머리말\n' },
    { kind: 'first', text: `${wordsOf('가', ' ')}\n` },
    { kind: 'second', text: `${wordsOf('나', ' ')}\n` },
    { kind: 'same', text: '맺음말' },
  ])
  expect(differences(wordsOf('가', '\n'), wordsOf('나', '\n'))).toEqual([
    { kind: 'first', text: wordsOf('가', '\n') },
    { kind: 'second', text: wordsOf('나', '\n') },
  ])
})

test('far unchanged lines are left out, near ones stay', () => {
  const same = '1\n2\n3\n4\n5\n6\n7\n8\n'
  expect(
    shortened([
      { kind: 'first', text: '가' },
      { kind: 'same', text: same },
      { kind: 'second', text: '나' },
    ]),
  ).toEqual([
    { kind: 'first', text: '가' },
    { kind: 'same', text: '1\n2\n3' },
    { kind: 'fold', text: '4\n5\n6', lines: 3 },
    { kind: 'same', text: '7\n8\n' },
    { kind: 'second', text: '나' },
  ])
  expect(shortened([{ kind: 'same', text: '한 줄' }])).toEqual([{ kind: 'same', text: '한 줄' }])
})

test('the same syllables in single jamo are no difference', () => {
  expect(differences('회의록'.normalize('NFD'), '회의록')).toEqual([{ kind: 'same', text: '회의록' }])
})
