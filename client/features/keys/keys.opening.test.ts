import { expect, test } from 'vitest'
import { asksForKeys } from './keys.opening.ts'

const key = (pressed: object) => ({
  key: '?',
  code: 'Slash',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: true,
  isComposing: false,
  defaultPrevented: false,
  target: null,
  ...pressed,
})

test('a question mark asks unless it is switched off, composed or somebody else’s', () => {
  expect(asksForKeys(key({}), true)).toBe(true)
  expect(asksForKeys(key({}), false)).toBe(false)
  expect(asksForKeys(key({ isComposing: true }), true)).toBe(false)
  expect(asksForKeys(key({ defaultPrevented: true }), true)).toBe(false)
  expect(asksForKeys(key({ altKey: true }), true)).toBe(false)
})

test('Ctrl+/ and ⌘+/ ask in any case, by the key’s place', () => {
  const pressed = { key: '/', shiftKey: false }
  expect(asksForKeys(key({ ...pressed, ctrlKey: true }), false)).toBe(true)
  expect(asksForKeys(key({ ...pressed, key: 'ㅋ', metaKey: true }), false)).toBe(true)
  expect(asksForKeys(key({ ctrlKey: true }), true)).toBe(false)
  expect(asksForKeys(key(pressed), true)).toBe(false)
})
