import { expect, test } from 'vitest'
import { nameOffset } from './Carets.tsx'

test.each([
  ['begins at the caret', 10, 80, 300, 0],
  ['ends with the text column', 280, 80, 300, -60],
  ['never begins before the text column', 20, 80, 60, -20],
])('the name of a writer %s', (_, caret, name, width, offset) => {
  expect(nameOffset(caret, name, width)).toBe(offset)
})
