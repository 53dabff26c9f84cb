import { expect, test } from 'vitest'
import { shortNames } from './names.tsx'

test('shows two names and counts the others', () => {
  expect(shortNames([])).toBe('')
  expect(shortNames(['정민호'])).toBe('정민호')
  expect(shortNames(['박서준', '이하늘'])).toBe('박서준, 이하늘')
  expect(shortNames(['박서준', '이하늘', '오세라', '김도현'])).toBe('박서준, 이하늘 +2')
})

test('counts people whose names are not known', () => {
  expect(shortNames(['박서준', '이하늘', '오세라'], 199)).toBe('박서준, 이하늘 +197')
})

test('isolates a right-to-left name from the number after it', () => {
  expect(shortNames(['정민호', 'עברית', '이하늘'])).toBe('정민호, \u2068עברית\u2069 +1')
})
