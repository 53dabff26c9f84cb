import { expect, test } from 'vitest'
import { pageIndexOf } from '#protocol/paging.ts'
import { pageItems } from './pageItems.ts'

/** The page index of `last` pages, drawn in one line: the current page in brackets. */
function drawn(current: number, last: number): string {
  return pageItems(pageIndexOf(current, 1, last))
    .map(item => (item === 'gap' ? '…' : item.role === 'current' ? `[${item.page}]` : item.page))
    .join(' ')
}

test('an ellipsis stands where the gap exceeds one', () => {
  expect(drawn(1, 1)).toBe('[1]')
  expect(drawn(1, 2)).toBe('[1] 2')
  expect(drawn(2, 3)).toBe('1 [2] 3')
  expect(drawn(1, 3)).toBe('[1] 2 3')
  expect(drawn(1, 12)).toBe('[1] 2 … 12')
  expect(drawn(3, 12)).toBe('1 2 [3] 4 … 12')
  expect(drawn(5, 12)).toBe('1 … 4 [5] 6 … 12')
  expect(drawn(12, 12)).toBe('1 … 11 [12]')
})

test('a page that is both next and last is called next', () => {
  expect(pageItems(pageIndexOf(1, 1, 2))).toContainEqual({ page: 2, role: 'next' })
})
