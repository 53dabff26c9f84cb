import { expect, test } from 'vitest'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import { NONE_SELECTED, type SelectedRows, select, selectAll } from './selection.rules.ts'

const shown = [9, 8, 7, 6, 5]
const press = (before: SelectedRows, noteNo: number) => select(before, noteNo, { shown, asRange: false })
const pressTo = (before: SelectedRows, noteNo: number) => select(before, noteNo, { shown, asRange: true })
const numbers = ({ noteNos }: SelectedRows) => [...noteNos]

test('a note that is pressed is picked, and pressed again it is not', () => {
  const two = press(press(NONE_SELECTED, 8), 5)
  expect(numbers(two)).toEqual([8, 5])
  expect(numbers(press(two, 8))).toEqual([5])
})

test('a range goes from the note pressed last, in either direction, and takes out as it puts in', () => {
  const range = pressTo(press(NONE_SELECTED, 8), 6)
  expect(numbers(range)).toEqual([8, 7, 6])
  expect(numbers(pressTo(range, 9))).toEqual([8, 7, 6, 9])
  expect(numbers(pressTo(press(range, 8), 8))).toEqual([7, 6, 8])
  expect(numbers(pressTo(press(range, 6), 7))).toEqual([8])
})

test('a range from a note of another page is the one note', () => {
  const elsewhere = select(NONE_SELECTED, 50, { shown: [50, 51], asRange: false })
  expect(numbers(pressTo(elsewhere, 7))).toEqual([50, 7])
  expect(numbers(pressTo(NONE_SELECTED, 7))).toEqual([7])
})

test('no more are picked than may be handled at once, and none of them goes for another', () => {
  const many = Array.from({ length: NOTES_AT_ONCE_MAX - 1 }, (_, place) => 100 + place)
  const full = selectAll({ noteNos: new Set(many), lastNo: null }, shown)
  expect(numbers(full)).toEqual([...many, 9])
  expect(numbers(press(full, 5))).toEqual([...many, 9])
  expect(numbers(press(full, 9))).toEqual(many)
})
