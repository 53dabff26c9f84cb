import { describe, expect, test } from 'vitest'
import type { SharedNotePage } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'
import { aroundAfter, aroundOn, pagesBeside } from './room.neighbours.ts'

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

describe('what happens in the room meanwhile', () => {
  const around = aroundOn([page([9, 7], 1, 1)], 9)
  const told = (name: string, payload: object) => ({ name, payload }) as HubEvent
  const shared = (noteNo: number) => told('note:shared', { note: { noteNo } })

  test('the first note that is shared comes after the newest, and others do not take its place', () => {
    const next = aroundAfter(around, shared(12), 9)
    expect(next).toEqual({ isShared: true, before: { seq: 7, noteNo: 7 }, after: { noteNo: 12 } })
    expect(next && aroundAfter(next, shared(13), 9)).toBe(next)
  })

  test('nothing comes after what is not shared there', () => {
    const alone = aroundOn([page([9, 7], 1, 1)], 5)
    expect(aroundAfter(alone, shared(12), 5)).toBe(alone)
    expect(aroundAfter(alone, shared(5), 5)).toBeNull()
  })

  test('only the server knows what stands beside a note once that or its neighbour is withdrawn, or it is shared anew', () => {
    for (const noteNo of [7, 9]) expect(aroundAfter(around, told('note:withdrawn', { noteNo }), 9)).toBeNull()
    expect(aroundAfter(around, told('note:withdrawn', { noteNo: 4 }), 9)).toBe(around)
    expect(aroundAfter(around, shared(9), 9)).toBeNull()
  })

  test('a neighbour is called what its author calls it by now', () => {
    const renamed = aroundAfter(around, told('note:changed', { noteNo: 7, articleTitle: '새 제목' }), 9)
    expect(renamed?.before).toMatchObject({ noteNo: 7, articleTitle: '새 제목' })
  })
})
