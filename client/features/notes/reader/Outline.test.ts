import { expect, test } from 'vitest'
import { findLast, outlineEntries, readingLine } from './Outline.tsx'

const heading = (level: number) => ({ level, words: '제목', id: `h-${level}` })

test('does not indent the highest level used, and indents by at most two steps', () => {
  const depths = outlineEntries([2, 3, 6, 2].map(heading)).map(({ depth }) => depth)
  expect(depths).toEqual([0, 1, 2, 0])
})

test('limits the number of entries', () => {
  expect(outlineEntries(Array.from({ length: 2_500 }, () => heading(1)))).toHaveLength(100)
})

test.each([0, 1, 2, 3, 7, 8])('finds the last match if %i of eight items match', count => {
  const items = Array.from({ length: 8 }, (_, place) => place)
  expect(findLast(items, item => item < count)).toBe(count === 0 ? undefined : count - 1)
})

test('places the reading line in the upper third, and lower towards the end of the scroll range', () => {
  const heights = [Number.POSITIVE_INFINITY, 700, 200, 0].map(remaining => readingLine(1_000, remaining))
  expect(heights).toEqual([300, 300, 800, 1_000])
})
