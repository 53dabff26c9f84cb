import { expect, test } from 'vitest'
import { lastPassed, readingLine, shownHeadings } from './outline.rules.ts'

const heading = (level: number) => ({ level, words: '제목', id: `h-${level}` })

test('the highest level that a note uses is not indented, and the deepest no further than two steps', () => {
  const depths = shownHeadings([2, 3, 6, 2].map(heading)).map(({ depth }) => depth)
  expect(depths).toEqual([0, 1, 2, 0])
})

test('however many headings a note has, its outline stays short', () => {
  expect(shownHeadings(Array.from({ length: 2_500 }, () => heading(1)))).toHaveLength(100)
})

test.each([0, 1, 2, 3, 7, 8])('of eight, of which %i are passed, the last of them is found', passed => {
  const items = Array.from({ length: 8 }, (_, place) => place)
  expect(lastPassed(items, place => place < passed)).toBe(passed === 0 ? undefined : passed - 1)
})

test('what is being read begins in the upper third, and at the end of what can be scrolled wherever it is in sight', () => {
  expect(readingLine(1_000, Number.POSITIVE_INFINITY)).toBe(300)
  expect(readingLine(1_000, 700)).toBe(300)
  expect(readingLine(1_000, 200)).toBe(800)
  expect(readingLine(1_000, 0)).toBe(1_000)
})
