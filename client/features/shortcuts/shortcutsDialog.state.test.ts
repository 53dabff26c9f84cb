import { expect, test } from 'vitest'
import { isShortcutsDialogKey } from './shortcutsDialog.state.ts'

const key = (overrides: object) => ({
  key: '?',
  code: 'Slash',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: true,
  isComposing: false,
  defaultPrevented: false,
  target: null,
  ...overrides,
})

test('accepts a question mark unless it is switched off, composed or already handled', () => {
  expect(isShortcutsDialogKey(key({}), true)).toBe(true)
  expect(isShortcutsDialogKey(key({}), false)).toBe(false)
  expect(isShortcutsDialogKey(key({ isComposing: true }), true)).toBe(false)
  expect(isShortcutsDialogKey(key({ defaultPrevented: true }), true)).toBe(false)
  expect(isShortcutsDialogKey(key({ altKey: true }), true)).toBe(false)
})

test('accepts Ctrl+/ and ⌘+/ by key code on any layout', () => {
  const overrides = { key: '/', shiftKey: false }
  expect(isShortcutsDialogKey(key({ ...overrides, ctrlKey: true }), false)).toBe(true)
  expect(isShortcutsDialogKey(key({ ...overrides, key: 'ㅋ', metaKey: true }), false)).toBe(true)
  expect(isShortcutsDialogKey(key({ ctrlKey: true }), true)).toBe(false)
  expect(isShortcutsDialogKey(key(overrides), true)).toBe(false)
})
