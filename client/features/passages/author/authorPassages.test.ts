import { expect, test } from 'vitest'
import { passageAt } from '#protocol/passageAnchor.ts'
import type { Passage, PassagesInHub } from '#protocol/passages.ts'
import { passageKey } from '#protocol/passages.ts'
import {
  countPassages,
  entriesByRoom,
  entriesOf,
  groupByPassage,
  highlighterNames,
  roomParts,
} from './authorPassages.ts'

const TEXT = '첫째 문장이다. 둘째 문장이다. 셋째 문장이다.'

function passage(words: string, version = 1, shift = 0): Passage {
  const start = TEXT.indexOf(words)
  const found = passageAt(TEXT, start, start + words.length, version)
  if (found === null) throw new Error(words)
  return { ...found, start: start + shift, end: start + words.length + shift }
}

const highlight = (userNo: number, on: Passage) => ({
  highlightNo: userNo,
  userNo,
  userName: `친구${userNo}`,
  passage: on,
})
const comment = (commentNo: number, on: Passage) => ({
  ...{ commentNo, writerNo: 9, passage: on, writer: '친구9', line: `댓글 ${commentNo}` },
  postedAt: '2026-11-28T00:00:00.000Z',
})

const FIRST = passage('첫째 문장')
const SECOND = passage('둘째 문장')
/** The same words in the next version of the note. */
const SECOND_LATER = passage('둘째 문장', 2, 1)
const THIRD = passage('셋째 문장')

const rooms: PassagesInHub[] = [
  {
    hubNo: 5,
    version: 1,
    highlights: [highlight(1, THIRD), highlight(2, SECOND)],
    comments: [comment(8, SECOND)],
  },
  {
    hubNo: 3,
    version: 1,
    highlights: [highlight(1, SECOND_LATER)],
    comments: [comment(4, SECOND), comment(6, FIRST)],
  },
  { hubNo: 7, version: 1, highlights: [], comments: [] },
]

const anchored = new Map([
  [passageKey(FIRST), null],
  [passageKey(SECOND), { start: 10, end: 15 }],
  [passageKey(SECOND_LATER), { start: 10, end: 15 }],
  [passageKey(THIRD), { start: 0, end: 5 }],
])

test('counts highlights, comments, and the rooms that have any', () => {
  expect(countPassages(rooms)).toEqual({ highlights: 3, comments: 3, rooms: 2 })
})

test('lists the passages in the order of the text, and those that it no longer contains apart', () => {
  const { inText, missing } = entriesOf(groupByPassage(rooms), anchored)
  expect(inText.map(entry => entry.passage.exact)).toEqual(['셋째 문장', '둘째 문장'])
  expect(missing.map(entry => entry.passage.exact)).toEqual(['첫째 문장'])
})

test('lists passages that are not searched yet at their old place', () => {
  const { inText, missing } = entriesOf(groupByPassage(rooms), new Map())
  expect(inText.map(entry => entry.passage)).toEqual([FIRST, SECOND, SECOND_LATER, THIRD])
  expect(missing).toEqual([])
})

test('shows passages of several versions and rooms at the same place as one, with the comments by time', () => {
  const entry = entriesOf(groupByPassage(rooms), anchored).inText[1]
  expect(entry?.keys).toEqual([passageKey(SECOND), passageKey(SECOND_LATER)])
  expect(entry?.comments.map(({ commentNo }) => commentNo)).toEqual([4, 8])
  expect(highlighterNames(entry?.highlights ?? [])).toEqual(['친구2', '친구1'])
})

test('opens each room at the passage that was left there', () => {
  const entry = entriesOf(groupByPassage(rooms), anchored).inText[1]
  const parts = entry ? roomParts(entry, [3, 5, 7]) : []
  expect(parts.map(({ hubNo, key, comments }) => [hubNo, key, comments.length])).toEqual([
    [3, passageKey(SECOND), 1],
    [5, passageKey(SECOND), 1],
  ])
  const later = entry && roomParts({ ...entry, comments: [] }, [3])[0]
  expect(later?.key).toBe(passageKey(SECOND_LATER))
})

test('lists by room what was left in it only', () => {
  const byRoom = entriesByRoom(entriesOf(groupByPassage(rooms), anchored), [5, 3, 7])
  expect(byRoom.map(({ hubNo, inText, missing }) => [hubNo, inText.length, missing.length])).toEqual([
    [5, 2, 0],
    [3, 1, 1],
  ])
  expect(byRoom[0]?.inText[1]?.comments.map(({ commentNo }) => commentNo)).toEqual([8])
})
