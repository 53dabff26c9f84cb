import fc from 'fast-check'
import { expect, test } from 'vitest'
import { pageIndexOf, suggestionPageIndexOf } from './paging.ts'

test('a page in the middle has a previous and a next page', () => {
  expect(pageIndexOf(3, 9, 100)).toEqual({
    firstPageNum: 1,
    prevPageNum: 2,
    curPageNum: 3,
    nextPageNum: 4,
    lastPageNum: 12,
  })
})

test('an empty list has one page', () => {
  expect(pageIndexOf(1, 9, 0)).toEqual({
    firstPageNum: 1,
    prevPageNum: 1,
    curPageNum: 1,
    nextPageNum: 1,
    lastPageNum: 1,
  })
})

test('clamps a page beyond the end to the last one', () => {
  expect(pageIndexOf(4, 9, 27).curPageNum).toBe(3)
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
