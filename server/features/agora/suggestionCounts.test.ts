import { expect, test } from 'vitest'
import { blockOf, findPageStart, numbersOf, totalOf } from './suggestionCounts.ts'

test('maps numbers to blocks and back', () => {
  for (const block of [0, 1, 7]) {
    const { first, last } = numbersOf(block)
    expect([first - 1, first, last, last + 1].map(blockOf)).toEqual([block - 1, block, block, block + 1])
  }
})

const blocks = [
  { block: 3, count: 5 },
  { block: 2, count: 0 },
  { block: 1, count: 10 },
  { block: 0, count: 2 },
]
const newest = Number.MAX_SAFE_INTEGER

test.each([
  [0, { upTo: newest, skip: 0 }],
  [4, { upTo: newest, skip: 4 }],
  [5, { upTo: numbersOf(1).last, skip: 0 }],
  [14, { upTo: numbersOf(1).last, skip: 9 }],
  [15, { upTo: numbersOf(0).last, skip: 0 }],
  [16, { upTo: numbersOf(0).last, skip: 1 }],
  [17, { upTo: 0, skip: 0 }],
])('skipping %i of the newest leads to %j', (skipped, place) => {
  expect(findPageStart(skipped, blocks)).toEqual(place)
})

test('shows the newest suggestions before any block is counted', () => {
  expect(findPageStart(0, [])).toEqual({ upTo: newest, skip: 0 })
})

test('sums up the total', () => {
  expect([totalOf(blocks), totalOf([])]).toEqual([17, 0])
})
