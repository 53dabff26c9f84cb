import { expect, test } from 'vitest'
import { manuscriptPages, pageEndsIn } from './note.length.ts'

test('a page has two hundred cells', () => {
  expect(manuscriptPages(0)).toBe('0.0')
  expect(manuscriptPages(1)).toBe('0.1')
  expect(manuscriptPages(267)).toBe('1.3')
  expect(manuscriptPages(5000)).toBe('25.0')
})

test('finds all page ends within a line', () => {
  expect(pageEndsIn(0, 199)).toEqual([])
  expect(pageEndsIn(0, 200)).toEqual([{ at: 200, page: 1 }])
  expect(pageEndsIn(200, 10)).toEqual([{ at: 0, page: 1 }])
  expect(pageEndsIn(201, 198)).toEqual([])
  expect(pageEndsIn(150, 500)).toEqual([
    { at: 50, page: 1 },
    { at: 250, page: 2 },
    { at: 450, page: 3 },
  ])
})
