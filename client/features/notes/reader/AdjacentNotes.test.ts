import { expect, test } from 'vitest'
import type { NotePage } from '#protocol/notes.ts'
import { positionOn } from './AdjacentNotes.tsx'

const page = (numbers: number[], curPageNum: number, lastPageNum: number) =>
  ({ notes: numbers.map(noteNo => ({ noteNo })), pageIndex: { curPageNum, lastPageNum } }) as NotePage

test.each([
  ['within a page', page([7, 5, 3], 2, 3), 5, [7, 3, null, null]],
  ['on the page before', page([7, 5], 2, 3), 7, [undefined, 5, 1, null]],
  ['on the page after', page([7, 5], 2, 3), 5, [7, undefined, null, 3]],
  ['nowhere', page([7], 1, 1), 7, [undefined, undefined, null, null]],
])('finds the adjacent notes %s', (_, notes, noteNo, expected) => {
  const { before, after, pageBefore, pageAfter } = positionOn(notes, noteNo) ?? {}
  expect([before?.noteNo, after?.noteNo, pageBefore, pageAfter]).toEqual(expected)
})

test('returns null for a page that does not contain the note', () => {
  expect(positionOn(page([7], 1, 1), 8)).toBeNull()
})
