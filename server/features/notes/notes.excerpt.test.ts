import { expect, test } from 'vitest'
import { BEGINNING_LENGTH, beginningOf } from './notes.excerpt.ts'

const LAST = '가'.repeat(BEGINNING_LENGTH - 1)

test.each([
  ['a short text', '가나다', '가나다'],
  ['a long one', `${LAST}나다`, `${LAST}나`],
  ['one with a sign of two units at the cut', `${LAST}😀다`, `${LAST}😀`],
  ['one with such signs before it', '😀'.repeat(BEGINNING_LENGTH + 1), '😀'.repeat(BEGINNING_LENGTH)],
])('the beginning of %s is cut between signs, as the database counts them', (_, text, beginning) => {
  expect(beginningOf(text)).toBe(beginning)
})
