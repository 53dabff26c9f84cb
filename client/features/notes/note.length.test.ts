import { expect, test } from 'vitest'
import { manuscriptPages } from './note.length.ts'

test('two hundred squares make a page', () => {
  expect(manuscriptPages(0)).toBe('0.0')
  expect(manuscriptPages(1)).toBe('0.1')
  expect(manuscriptPages(267)).toBe('1.3')
  expect(manuscriptPages(5000)).toBe('25.0')
})
