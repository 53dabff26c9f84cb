import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageIndexOf, suggestionPageIndexOf } from './paging.ts'

test.each([
  ['in the middle', [3, 9, 100], [1, 2, 3, 4, 12]],
  ['of an empty list', [1, 9, 0], [1, 1, 1, 1, 1]],
  ['beyond the end', [4, 9, 27], [1, 2, 3, 3, 3]],
] as const)('first, previous, current, next and last page of a page %s', (_, [asked, size, total], pages) => {
  const index = pageIndexOf(asked, size, total)
  expect([
    index.firstPageNum,
    index.prevPageNum,
    index.curPageNum,
    index.nextPageNum,
    index.lastPageNum,
  ]).toEqual(pages)
})

test('page numbers are ordered and in range for any list', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer({ min: 1, max: 50 }), fc.nat(1_000_000), (asked, size, total) => {
      const index = pageIndexOf(asked, size, total)
      expect(index.prevPageNum).toBeLessThanOrEqual(index.curPageNum)
      expect(index.curPageNum).toBeLessThanOrEqual(index.nextPageNum)
      expect(index.nextPageNum).toBeLessThanOrEqual(index.lastPageNum)
      expect(index.lastPageNum * size).toBeGreaterThanOrEqual(total)
    }),
  )
})

test('converts to the format of suggestions', () => {
  expect(suggestionPageIndexOf(pageIndexOf(3, 7, 30))).toEqual({
    firstPage: 1,
    prevPage: 2,
    curPage: 3,
    nextPage: 4,
    lastPage: 5,
  })
})
