import { expect, test } from 'vitest'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import { NONE_SELECTED, type SelectedRows, selectAll, toggleRow } from './SelectionBar.tsx'

const shown = [9, 8, 7, 6, 5]
const toggle = (before: SelectedRows, noteNo: number) => toggleRow(before, noteNo, { shown, asRange: false })
const toggleRange = (before: SelectedRows, noteNo: number) =>
  toggleRow(before, noteNo, { shown, asRange: true })
const numbers = ({ noteNos }: SelectedRows) => [...noteNos]

test('toggles a note', () => {
  const two = toggle(toggle(NONE_SELECTED, 8), 5)
  expect(numbers(two)).toEqual([8, 5])
  expect(numbers(toggle(two, 8))).toEqual([5])
})

test('selects and deselects a range from the last toggled note, in both directions', () => {
  const range = toggleRange(toggle(NONE_SELECTED, 8), 6)
  expect(numbers(range)).toEqual([8, 7, 6])
  expect(numbers(toggleRange(range, 9))).toEqual([8, 7, 6, 9])
  expect(numbers(toggleRange(toggle(range, 8), 8))).toEqual([7, 6, 8])
  expect(numbers(toggleRange(toggle(range, 6), 7))).toEqual([8])
})

test('toggles only the note itself if the range starts on another page', () => {
  const otherPage = toggleRow(NONE_SELECTED, 50, { shown: [50, 51], asRange: false })
  expect(numbers(toggleRange(otherPage, 7))).toEqual([50, 7])
  expect(numbers(toggleRange(NONE_SELECTED, 7))).toEqual([7])
})

test('stops adding notes at the limit and replaces none', () => {
  const many = Array.from({ length: NOTES_AT_ONCE_MAX - 1 }, (_, index) => 100 + index)
  const full = selectAll({ noteNos: new Set(many), lastNo: null }, shown)
  expect(numbers(full)).toEqual([...many, 9])
  expect(numbers(toggle(full, 5))).toEqual([...many, 9])
  expect(numbers(toggle(full, 9))).toEqual(many)
})
