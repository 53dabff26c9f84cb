import { expect, test } from 'vitest'
import { alignedHeight, blockIndexAt } from './ResultPanel.tsx'

const anchors = [
  { text: 0, result: 0 },
  { text: 30, result: 300 },
  { text: 90, result: 330 },
]

test('interpolates between two anchors', () => {
  expect(alignedHeight(anchors, 15, 'text', 'result')).toBe(150)
  expect(alignedHeight(anchors, 60, 'text', 'result')).toBe(315)
  expect(alignedHeight(anchors, 315, 'result', 'text')).toBe(60)
  expect(alignedHeight(anchors, 300, 'result', 'text')).toBe(30)
})

test('extrapolates before the first and after the last anchor', () => {
  expect(alignedHeight(anchors, 100, 'text', 'result')).toBe(340)
  expect(alignedHeight(anchors.slice(1), 10, 'text', 'result')).toBeCloseTo(100)
  expect(alignedHeight([], 40, 'text', 'result')).toBe(40)
})

test('finds the block that contains a line', () => {
  expect(blockIndexAt([0, 2, 7], 6)).toBe(1)
  expect(blockIndexAt([0, 2, 7], 9)).toBe(2)
  expect(blockIndexAt([1], 0)).toBe(-1)
})
