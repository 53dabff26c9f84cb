import { expect, it } from 'vitest'
import { isAtLeast } from './engineCommand.ts'

it('compares versions numerically', () => {
  expect(isAtLeast('2.38', '2.38')).toBe(true)
  expect(isAtLeast('2.41', '2.38')).toBe(true)
  expect(isAtLeast('3.0', '2.38')).toBe(true)
  expect(isAtLeast('2.36', '2.38')).toBe(false)
  expect(isAtLeast('2.9', '2.38')).toBe(false)
})
