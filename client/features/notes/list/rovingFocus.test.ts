// @vitest-environment jsdom
import type { KeyboardEvent } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { moveRowFocus } from './rovingFocus.ts'

beforeEach(() => {
  document.body.innerHTML = `<ul>${['가', '나', '다']
    .map(name => `<li><a href="#x" data-row id="${name}">${name}</a><button id="${name}+">…</button></li>`)
    .join('')}</ul>`
})

/** Where the focus is after a key was pressed on an element, and whether the key was used up. */
function press(id: string, key: string, held: Partial<KeyboardEvent> = {}) {
  const target = document.getElementById(id)
  target?.focus()
  let isUsedUp = false
  moveRowFocus({
    key,
    target,
    currentTarget: document.querySelector('ul'),
    preventDefault: () => {
      isUsedUp = true
    },
    ...held,
  } as unknown as KeyboardEvent<HTMLElement>)
  return [document.activeElement?.id, isUsedUp]
}

test.each([
  ['가', 'ArrowDown', '나'],
  ['나', 'ArrowUp', '가'],
  ['가', 'ArrowUp', '가'],
  ['다', 'ArrowDown', '다'],
  ['나', 'Home', '가'],
  ['나', 'End', '다'],
])('from %s %s leads to %s', (from, key, to) => {
  expect(press(from, key)).toEqual([to, true])
})

test('other keys, keys with others held, and keys on what else a row has are left alone', () => {
  expect(press('가', 'Enter')).toEqual(['가', false])
  expect(press('가', 'ArrowDown', { altKey: true })).toEqual(['가', false])
  expect(press('가+', 'ArrowDown')).toEqual(['가+', false])
})
