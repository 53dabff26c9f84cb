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

const ADDRESS = `https://example.com/${'a'.repeat(400)}`

test.each([
  ['a link', `글 [회보](${ADDRESS}) 뒤`, '글 회보…'],
  ['what a link says', `${'**가** '.repeat(49)}가 [회보의 이름](/a)`, `${'가 '.repeat(50)}회보의…`],
  ['a picture', `글 ![골목](${ADDRESS})`, '글 골목…'],
  ['a picture without words', `글 ![그림 설명](${ADDRESS})`, '글…'],
])('hides the markup of %s that is cut off', (_, text, excerpt) => {
  expect(firstWordsOf(beginningOf(text))).toBe(excerpt)
})

test('does not mark a text as truncated if it ends at the limit', () => {
  const whole = '**가** '.repeat(50)
  expect(whole).toHaveLength(BEGINNING_LENGTH - 1)
  expect(firstWordsOf(beginningOf(whole))).toBe('가 '.repeat(50).trim())
  expect(firstWordsOf(beginningOf(`${whole}나`))).toBe(`${'가 '.repeat(50).trim()}…`)
})
