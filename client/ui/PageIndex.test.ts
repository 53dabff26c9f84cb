import { expect, test } from 'vitest'
import { pageIndexOf } from '#protocol/paging.ts'
import { pageItems } from './PageIndex.tsx'

/** The page index of `last` pages as text, with the current page in brackets. */
function formatItems(current: number, last: number): string {
  return pageItems(pageIndexOf(current, 1, last))
    .map(({ page, role }) => (role === 'between' ? '…' : role === 'current' ? `[${page}]` : page))
    .join(' ')
}

test('shows an ellipsis for a gap of more than one page', () => {
  expect(formatItems(1, 1)).toBe('[1]')
  expect(formatItems(1, 2)).toBe('[1] 2')
  expect(formatItems(2, 3)).toBe('1 [2] 3')
  expect(formatItems(1, 3)).toBe('[1] 2 3')
  expect(formatItems(1, 12)).toBe('[1] 2 … 12')
  expect(formatItems(3, 12)).toBe('1 2 [3] 4 … 12')
  expect(formatItems(5, 12)).toBe('1 … 4 [5] 6 … 12')
  expect(formatItems(12, 12)).toBe('1 … 11 [12]')
})

test('links an ellipsis to the middle of its gap', () => {
  const middles = (current: number, last: number) =>
    pageItems(pageIndexOf(current, 1, last)).flatMap(({ page, role }) => (role === 'between' ? [page] : []))
  expect(middles(1, 34)).toEqual([18])
  expect(middles(18, 34)).toEqual([9, 26])
  expect(middles(1, 4)).toEqual([3])
})

test('labels a page that is both next and last as next', () => {
  expect(pageItems(pageIndexOf(1, 1, 2))).toContainEqual({ page: 2, role: 'next' })
})
