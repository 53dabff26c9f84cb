import { expect, test } from 'vitest'
import { nextItemIndex } from './Dropdown.tsx'

test.each([
  ['ArrowDown', -1, 0],
  ['ArrowDown', 1, 2],
  ['ArrowDown', 2, 0],
  ['ArrowUp', -1, 2],
  ['ArrowUp', 0, 2],
  ['ArrowUp', 2, 1],
  ['Home', 1, 0],
  ['End', 1, 2],
  ['Enter', 1, undefined],
])('in a menu of three items %s moves the focus from %i to %s', (key, from, to) => {
  expect(nextItemIndex(key, from, 3)).toBe(to)
})
