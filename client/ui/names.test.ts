import { expect, test } from 'vitest'
import { shortNames } from './names.ts'

test('two names are told, the rest counted', () => {
  expect(shortNames([])).toBe('')
  expect(shortNames(['정민호'])).toBe('정민호')
  expect(shortNames(['박서준', '이하늘'])).toBe('박서준, 이하늘')
  expect(shortNames(['박서준', '이하늘', '오세라', '김도현'])).toBe('박서준, 이하늘 +2')
})

test('a name from right to left stays before the number that follows it', () => {
  expect(shortNames(['정민호', 'עברית', '이하늘'])).toBe('정민호, \u2068עברית\u2069 +1')
})
