import { expect, test } from 'vitest'
import type { NotePage } from '#protocol/notes.ts'
import { positionOn } from './adjacentNotes.ts'

const page = (numbers: number[], curPageNum: number, lastPageNum: number) =>
  ({ notes: numbers.map(noteNo => ({ noteNo })), pageIndex: { curPageNum, lastPageNum } }) as NotePage

test('finds both adjacent notes within a page', () => {
  expect(positionOn(page([7, 5, 3], 2, 3), 5)).toEqual({
    before: { noteNo: 7 },
    after: { noteNo: 3 },
    pageBefore: null,
    pageAfter: null,
  })
})

test('names the adjacent page at the ends of a page, if there is one', () => {
  expect(positionOn(page([7, 5], 2, 3), 7)).toMatchObject({
    before: undefined,
    pageBefore: 1,
    pageAfter: null,
  })
  expect(positionOn(page([7, 5], 2, 3), 5)).toMatchObject({
    after: undefined,
    pageBefore: null,
    pageAfter: 3,
  })
  expect(positionOn(page([7], 1, 1), 7)).toEqual({
    before: undefined,
    after: undefined,
    pageBefore: null,
    pageAfter: null,
  })
})

test('returns null for a page that does not contain the note', () => {
  expect(positionOn(page([7], 1, 1), 8)).toBeNull()
})
