import { expect, it } from 'vitest'
import { isAtLeast } from './engineLoader.ts'

it('compares versions by number, not by letter', () => {
  expect(isAtLeast('2.38', '2.38')).toBe(true)
  expect(isAtLeast('2.41', '2.38')).toBe(true)
  expect(isAtLeast('3.0', '2.38')).toBe(true)
  expect(isAtLeast('2.36', '2.38')).toBe(false)
  expect(isAtLeast('2.9', '2.38')).toBe(false)
})
