import { expect, test } from 'vitest'
import { BEGINNING_LENGTH, beginningOf, firstWordsOf } from './notes.excerpt.ts'

const LAST = '가'.repeat(BEGINNING_LENGTH - 1)

test.each([
  ['a short text', '가나다', '가나다'],
  ['a long one', `${LAST}나다`, `${LAST}나`],
  ['one with a sign of two units at the cut', `${LAST}😀다`, `${LAST}😀`],
  ['one with such signs before it', '😀'.repeat(BEGINNING_LENGTH + 1), '😀'.repeat(BEGINNING_LENGTH)],
])('truncates the beginning of %s between characters, like the database', (_, text, beginning) => {
  expect(beginningOf(text)).toBe(beginning)
})

const ADDRESS = `https://example.com/${'a'.repeat(BEGINNING_LENGTH)}`
/** A visible character and a space in 24 characters. */
const LINK = `[가](/${'a'.repeat(17)}) `
const LINKS_AT_LIMIT = (BEGINNING_LENGTH - 1) / LINK.length

test.each([
  ['a link', `글 [회보](${ADDRESS}) 뒤`, '글 회보…'],
  [
    'what a link says',
    `${LINK.repeat(LINKS_AT_LIMIT - 1)}${'*'.repeat(20)}[회보의 이름](/a)`,
    `${'가 '.repeat(LINKS_AT_LIMIT - 1)}회보의…`,
  ],
  ['a picture after words', `글 ![골목](${ADDRESS})`, '글…'],
  ['a picture without words', `글 ![그림 설명](${ADDRESS})`, '글…'],
])('hides the markup of %s that is cut off', (_, text, excerpt) => {
  expect(firstWordsOf(beginningOf(text))).toBe(excerpt)
})

test('does not mark a text as truncated if it ends at the limit', () => {
  const whole = LINK.repeat(LINKS_AT_LIMIT)
  expect(whole).toHaveLength(BEGINNING_LENGTH - 1)
  expect(firstWordsOf(beginningOf(whole))).toBe('가 '.repeat(LINKS_AT_LIMIT).trim())
  expect(firstWordsOf(beginningOf(`${whole}나`))).toBe(`${'가 '.repeat(LINKS_AT_LIMIT).trim()}…`)
})

test('does not mark a paragraph as truncated if other text follows it', () => {
  expect(firstWordsOf(beginningOf(`글이에요.\n\n${LAST}`))).toBe('글이에요.')
})

test('finds the prose behind a long table', () => {
  const table = '| 시각 | 색과 냄새 |\n| --- | --- |\n'.padEnd(900, '| 0:00 | 풀 냄새 |\n')
  expect(firstWordsOf(beginningOf(`${table}\n\n글이에요.`))).toBe('글이에요.')
})
