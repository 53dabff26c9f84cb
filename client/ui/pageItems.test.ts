import { expect, test } from 'vitest'
import { pageIndexOf } from '#protocol/paging.ts'
import { pageItems } from './pageItems.ts'

/** The page index of `last` pages, drawn in one line: the current page in brackets. */
function drawn(current: number, last: number): string {
  return pageItems(pageIndexOf(current, 1, last))
    .map(({ page, role }) => (role === 'between' ? '…' : role === 'current' ? `[${page}]` : page))
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

test('an ellipsis leads to the middle of what it stands for', () => {
  const middles = (current: number, last: number) =>
    pageItems(pageIndexOf(current, 1, last)).flatMap(({ page, role }) => (role === 'between' ? [page] : []))
  expect(middles(1, 34)).toEqual([18])
  expect(middles(18, 34)).toEqual([9, 26])
  expect(middles(1, 4)).toEqual([3])
})

test('a page that is both next and last is called next', () => {
  expect(pageItems(pageIndexOf(1, 1, 2))).toContainEqual({ page: 2, role: 'next' })
})
