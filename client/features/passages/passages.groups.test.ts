import { expect, test } from 'vitest'
import type { HighlightView, Passage, PassageComment } from '#protocol/passages.ts'
import {
  type AnchoredGroup,
  adjacentGroup,
  anchoredGroups,
  commentsByPlace,
  cutOut,
  groupPassages,
  groupsAt,
  highlightedParts,
  highlightersOf,
  joinRanges,
  unreadCount,
  withPassages,
} from './passages.groups.ts'

const passage = (start: number, end: number, noteVersion = 1): Passage => ({
  exact: 'x'.repeat(end - start),
  prefix: '',
  suffix: '',
  start,
  end,
  noteVersion,
})
let lastNo = 0
const highlight = (userNo: number, on: Passage): HighlightView => ({
  highlightNo: ++lastNo,
  userNo,
  passage: on,
})
const comment = (commentNo: number, writerNo: number, on: Passage): PassageComment => ({
  commentNo,
  writerNo,
  passage: on,
})

/** Groups at the positions of their passages. */
function anchored(highlights: HighlightView[], comments: PassageComment[] = []): AnchoredGroup[] {
  const groups = groupPassages(highlights, comments)
  return anchoredGroups(
    groups,
    new Map(groups.map(({ key, passage: { start, end } }) => [key, { start, end }])),
  )
}

test('highlights and comments with the same key are one passage', () => {
  const groups = groupPassages(
    [highlight(1, passage(0, 5)), highlight(2, passage(0, 5)), highlight(1, passage(0, 5, 2))],
    [comment(7, 3, passage(0, 5))],
  )
  expect(groups.map(({ key, highlights, comments }) => [key, highlights.length, comments.length])).toEqual([
    ['1:0:5', 2, 1],
    ['2:0:5', 1, 0],
  ])
})

test('adds passages without highlights and comments once', () => {
  const groups = groupPassages([highlight(1, passage(0, 5))], [])
  expect(withPassages(groups, [passage(0, 5)])).toBe(groups)
  expect(withPassages(groups, [passage(6, 9)]).map(({ key }) => key)).toEqual(['1:0:5', '1:6:9'])
})

test('lists the passages that the text contains in reading order, the longer one first', () => {
  const groups = groupPassages(
    [passage(8, 9), passage(2, 4), passage(2, 6), passage(1, 2)].map(on => highlight(1, on)),
    [],
  )
  const anchors = new Map([
    ['1:8:9', { start: 0, end: 1 }],
    ['1:2:4', { start: 3, end: 5 }],
    ['1:2:6', { start: 3, end: 7 }],
    ['1:1:2', null],
  ])
  expect(anchoredGroups(groups, anchors).map(({ key }) => key)).toEqual(['1:8:9', '1:2:6', '1:2:4'])
})

test('counts each user once in the strength of a part', () => {
  const parts = highlightedParts(
    anchored([
      highlight(1, passage(0, 10)),
      highlight(1, passage(2, 8)),
      highlight(2, passage(4, 10)),
      highlight(3, passage(5, 10)),
      highlight(4, passage(6, 8)),
    ]),
  )
  expect(parts).toEqual([
    { start: 0, end: 4, strength: 1 },
    { start: 4, end: 6, strength: 2 },
    { start: 6, end: 8, strength: 3 },
    { start: 8, end: 10, strength: 2 },
  ])
})

test('joins touching parts of the same strength, and leaves gaps', () => {
  const parts = highlightedParts(
    anchored([highlight(1, passage(0, 3)), highlight(2, passage(3, 6)), highlight(1, passage(9, 10))]),
  )
  expect(parts).toEqual([
    { start: 0, end: 6, strength: 1 },
    { start: 9, end: 10, strength: 1 },
  ])
  expect(
    joinRanges([
      { start: 4, end: 6 },
      { start: 0, end: 5 },
      { start: 8, end: 9 },
    ]),
  ).toEqual([
    { start: 0, end: 6 },
    { start: 8, end: 9 },
  ])
})

test('cuts ranges out of ranges', () => {
  const parts = [
    { start: 0, end: 10, strength: 1 },
    { start: 12, end: 14, strength: 2 },
  ]
  expect(cutOut(parts, [{ start: 3, end: 13 }])).toEqual([
    { start: 0, end: 3, strength: 1 },
    { start: 13, end: 14, strength: 2 },
  ])
  expect(cutOut(parts, [])).toEqual(parts)
})

test('a click opens the passage with comments, and otherwise the shortest', () => {
  const groups = anchored(
    [highlight(1, passage(0, 9)), highlight(1, passage(2, 5)), highlight(1, passage(0, 20))],
    [comment(1, 2, passage(0, 20))],
  )
  expect(groupsAt(groups, 3).map(({ key }) => key)).toEqual(['1:0:20', '1:2:5', '1:0:9'])
  expect(groupsAt(groups, 20)).toEqual([])
})

test('names everybody who highlighted a part of the passage once', () => {
  const groups = anchored([
    highlight(1, passage(0, 9)),
    highlight(2, passage(5, 12)),
    highlight(1, passage(2, 4)),
    highlight(3, passage(9, 12)),
  ])
  const group = groups.find(({ key }) => key === '1:0:9')
  expect(group && highlightersOf(group, groups)).toEqual([1, 2])
})

test('counts comments of others that are neither read nor seen', () => {
  const [group] = groupPassages(
    [],
    [
      comment(1, 2, passage(0, 5)),
      comment(3, 9, passage(0, 5)),
      comment(4, 2, passage(0, 5)),
      comment(5, 2, passage(0, 5)),
    ],
  )
  expect(group && unreadCount(group, { myNo: 9, readUpTo: 1, seenNos: new Set([5]) })).toBe(1)
})

test('goes to the adjacent passage, and from none to the first or last', () => {
  const groups = anchored([
    highlight(1, passage(0, 2)),
    highlight(1, passage(3, 5)),
    highlight(1, passage(6, 8)),
  ])
  const keyOf = (openKey: string | null, step: 1 | -1) => adjacentGroup(groups, openKey, step)?.key
  expect(keyOf(null, 1)).toBe('1:0:2')
  expect(keyOf(null, -1)).toBe('1:6:8')
  expect(keyOf('1:3:5', 1)).toBe('1:6:8')
  expect(keyOf('1:0:2', -1)).toBe(undefined)
})

test('lists comments by place: the text, then the whole note, then what is not in the text', () => {
  const at = (commentNo: number, on?: Passage) => ({ commentNo, ...(on && { passage: on }) })
  const comments = [
    at(1, passage(50, 60)),
    at(2),
    at(3, passage(10, 20)),
    at(4, passage(70, 80)),
    at(5, passage(50, 60)),
  ]
  const anchors = new Map([
    ['1:50:60', { start: 55, end: 65 }],
    ['1:10:20', null],
  ])
  expect(
    commentsByPlace(comments, anchors).map(({ kind, comments: list }) => [
      kind,
      list.map(({ commentNo }) => commentNo),
    ]),
  ).toEqual([
    ['passage', [1, 5]],
    // It has not been searched for yet.
    ['passage', [4]],
    ['note', [2]],
    ['missing', [3]],
  ])
})
