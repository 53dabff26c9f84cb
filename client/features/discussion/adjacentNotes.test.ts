import { describe, expect, test } from 'vitest'
import type { SharedNotePage } from '#protocol/discussion.ts'
import type { HubEvent } from '#protocol/events.ts'
import { adjacentPages, applyHubEvent, findAdjacentNotes } from './adjacentNotes.ts'

/** A room whose note numbers equal their positions. */
const page = (seqs: number[], curPageNum: number, lastPageNum: number, pinnedNo: number | null = null) =>
  ({
    notes: seqs.map(seq => ({ seq, noteNo: seq })),
    pageIndex: { curPageNum, lastPageNum },
    pinned: pinnedNo === null ? null : { noteNo: pinnedNo },
  }) as SharedNotePage

const numbers = (pages: SharedNotePage[], noteNo: number) => {
  const { before, after } = findAdjacentNotes(pages, noteNo)
  return [before?.noteNo, after?.noteNo]
}

test('finds the notes before and after a note, and none at the ends of the room', () => {
  expect(numbers([page([9, 7, 4], 1, 1)], 7)).toEqual([4, 9])
  expect(numbers([page([9, 7, 4], 1, 1)], 9)).toEqual([7, undefined])
  expect(numbers([page([9, 7, 4], 1, 1)], 4)).toEqual([undefined, 7])
  expect(numbers([page([9, 7, 4], 1, 1)], 5)).toEqual([undefined, undefined])
})

test('needs the next page at the end of a page', () => {
  expect(adjacentPages(page([9, 7, 4], 2, 3), 7)).toEqual([])
  expect(adjacentPages(page([9, 7, 4], 2, 3), 9)).toEqual([1])
  expect(adjacentPages(page([9, 7, 4], 2, 3), 4)).toEqual([3])
  expect(adjacentPages(page([9], 2, 3), 9)).toEqual([1, 3])
  expect(adjacentPages(page([9], 1, 1), 9)).toEqual([])
})

test('counts a note once that has moved to the next page', () => {
  expect(numbers([page([9, 7], 1, 2), page([7, 4], 2, 2)], 7)).toEqual([4, 9])
})

describe('live events', () => {
  const around = findAdjacentNotes([page([9, 7], 1, 1)], 9)
  const events = (name: string, payload: object) => ({ name, payload }) as HubEvent
  const shared = (noteNo: number) => events('note:shared', { note: { noteNo } })

  test('appends the first new note after the newest, and no others', () => {
    const next = applyHubEvent(around, shared(12), 9)
    expect(next).toMatchObject({ isShared: true, before: { seq: 7, noteNo: 7 }, after: { noteNo: 12 } })
    expect(next && applyHubEvent(next, shared(13), 9)).toBe(next)
  })

  test('has no adjacent notes for a note that is not shared', () => {
    const alone = findAdjacentNotes([page([9, 7], 1, 1)], 5)
    expect(applyHubEvent(alone, shared(12), 5)).toBe(alone)
    expect(applyHubEvent(alone, shared(5), 5)).toBeNull()
  })

  test('needs the server when the note or an adjacent one is withdrawn or shared again', () => {
    for (const noteNo of [7, 9])
      expect(applyHubEvent(around, events('note:withdrawn', { noteNo }), 9)).toBeNull()
    expect(applyHubEvent(around, events('note:withdrawn', { noteNo: 4 }), 9)).toBe(around)
    expect(applyHubEvent(around, shared(9), 9)).toBeNull()
  })

  test('updates the title of an adjacent note', () => {
    const withNewTitle = applyHubEvent(
      around,
      events('note:changed', { noteNo: 7, articleTitle: '새 제목' }),
      9,
    )
    expect(withNewTitle?.before).toMatchObject({ noteNo: 7, articleTitle: '새 제목' })
  })

  test('follows the pinned note, and asks the server once it is withdrawn', () => {
    expect(around.pinnedNo).toBeNull()
    const pinned = findAdjacentNotes([page([9, 7], 1, 1, 2)], 9)
    expect(pinned.pinnedNo).toBe(2)
    expect(applyHubEvent(pinned, events('note:withdrawn', { noteNo: 2 }), 9)).toBeNull()
    const moved = applyHubEvent(pinned, events('note:pinned', { pinned: { noteNo: 9 } }), 9)
    expect(moved?.pinnedNo).toBe(9)
    expect(moved && applyHubEvent(moved, events('note:pinned', { pinned: null }), 9)?.pinnedNo).toBeNull()
  })
})
