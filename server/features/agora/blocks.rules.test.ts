import { expect, test } from 'vitest'
import { blockOf, numbersOf, placeAfter, totalOf } from './blocks.rules.ts'

test('a block has the numbers that lead to it, and no other', () => {
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
])('after %i of the newest comes %j', (skipped, place) => {
  expect(placeAfter(skipped, blocks)).toEqual(place)
})

test('before anything is counted the newest are shown as they are', () => {
  expect(placeAfter(0, [])).toEqual({ upTo: newest, skip: 0 })
})

test('the total is the sum', () => {
  expect([totalOf(blocks), totalOf([])]).toEqual([17, 0])
})
