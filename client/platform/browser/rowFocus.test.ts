// @vitest-environment jsdom
import type { KeyboardEvent } from 'react'
import { beforeEach, expect, test } from 'vitest'
import { moveRowFocus } from './rowFocus.ts'

beforeEach(() => {
  document.body.innerHTML = `<ul>${['가', '나', '다']
    .map(name => `<li><a href="#x" data-row id="${name}">${name}</a><button id="${name}+">…</button></li>`)
    .join('')}</ul>`
})

/** Presses a key on an element. Returns the id of the focused element and whether the default action was prevented. */
function press(id: string, key: string, modifiers: Partial<KeyboardEvent> = {}) {
  const target = document.getElementById(id)
  target?.focus()
  let isPrevented = false
  moveRowFocus({
    key,
    target,
    currentTarget: document.querySelector('ul'),
    preventDefault: () => {
      isPrevented = true
    },
    ...modifiers,
  } as unknown as KeyboardEvent<HTMLElement>)
  return [document.activeElement?.id, isPrevented]
}

test.each([
  ['가', 'ArrowDown', '나'],
  ['나', 'ArrowUp', '가'],
  ['가', 'ArrowUp', '가'],
  ['다', 'ArrowDown', '다'],
  ['나', 'Home', '가'],
  ['나', 'End', '다'],
])('moves from %s with %s to %s', (from, key, to) => {
  expect(press(from, key)).toEqual([to, true])
})

test('ignores other keys, keys with modifiers, and keys on other elements of a row', () => {
  expect(press('가', 'Enter')).toEqual(['가', false])
  expect(press('가', 'ArrowDown', { altKey: true })).toEqual(['가', false])
  expect(press('가+', 'ArrowDown')).toEqual(['가+', false])
})
