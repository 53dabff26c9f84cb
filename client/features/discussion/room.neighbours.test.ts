import { expect, test } from 'vitest'
import type { SharedNotePage } from '#protocol/discussion.ts'
import { aroundOn, pagesBeside } from './room.neighbours.ts'

/** Of a room whose notes have their places for numbers. */
const page = (seqs: number[], curPageNum: number, lastPageNum: number) =>
  ({
    notes: seqs.map(seq => ({ seq, noteNo: seq })),
    pageIndex: { curPageNum, lastPageNum },
  }) as SharedNotePage

const numbers = (pages: SharedNotePage[], noteNo: number) => {
  const { before, after } = aroundOn(pages, noteNo)
  return [before?.noteNo, after?.noteNo]
}

test('a note stands after what was shared before it, and at the ends of a room beside nothing', () => {
  expect(numbers([page([9, 7, 4], 1, 1)], 7)).toEqual([4, 9])
  expect(numbers([page([9, 7, 4], 1, 1)], 9)).toEqual([7, undefined])
  expect(numbers([page([9, 7, 4], 1, 1)], 4)).toEqual([undefined, 7])
  expect(numbers([page([9, 7, 4], 1, 1)], 5)).toEqual([undefined, undefined])
})

test('at the ends of a page its neighbours are on the next ones, if there are any', () => {
  expect(pagesBeside(page([9, 7, 4], 2, 3), 7)).toEqual([])
  expect(pagesBeside(page([9, 7, 4], 2, 3), 9)).toEqual([1])
  expect(pagesBeside(page([9, 7, 4], 2, 3), 4)).toEqual([3])
  expect(pagesBeside(page([9], 2, 3), 9)).toEqual([1, 3])
  expect(pagesBeside(page([9], 1, 1), 9)).toEqual([])
})

test('what has moved to the next page meanwhile counts once', () => {
  expect(numbers([page([9, 7], 1, 2), page([7, 4], 2, 2)], 7)).toEqual([4, 9])
})
