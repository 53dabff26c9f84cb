import { expect, test } from 'vitest'
import type { NotePage } from '#protocol/notes.ts'
import { standingOn } from './note.neighbours.ts'

const page = (numbers: number[], curPageNum: number, lastPageNum: number) =>
  ({ notes: numbers.map(noteNo => ({ noteNo })), pageIndex: { curPageNum, lastPageNum } }) as NotePage

test('within a page a note stands between two of it', () => {
  expect(standingOn(page([7, 5, 3], 2, 3), 5)).toEqual({
    before: { noteNo: 7 },
    after: { noteNo: 3 },
    pageBefore: null,
    pageAfter: null,
  })
})

test('at the ends of a page its neighbours are on the next ones, if there are any', () => {
  expect(standingOn(page([7, 5], 2, 3), 7)).toMatchObject({
    before: undefined,
    pageBefore: 1,
    pageAfter: null,
  })
  expect(standingOn(page([7, 5], 2, 3), 5)).toMatchObject({
    after: undefined,
    pageBefore: null,
    pageAfter: 3,
  })
  expect(standingOn(page([7], 1, 1), 7)).toEqual({
    before: undefined,
    after: undefined,
    pageBefore: null,
    pageAfter: null,
  })
})

test('on a page that does not hold it a note stands nowhere', () => {
  expect(standingOn(page([7], 1, 1), 8)).toBeNull()
})
