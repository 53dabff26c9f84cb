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

const slash = { key: '/', shiftKey: false }
test.each([
  ['?', {}, true, true],
  ['? where it is switched off', {}, false, false],
  ['? of an IME', { isComposing: true }, true, false],
  ['? that was handled', { defaultPrevented: true }, true, false],
  ['Alt+?', { altKey: true }, true, false],
  ['Ctrl+?', { ctrlKey: true }, true, false],
  ['Ctrl+/', { ...slash, ctrlKey: true }, false, true],
  ['⌘+/ of another layout', { ...slash, key: 'ㅋ', metaKey: true }, false, true],
  ['/', slash, true, false],
])('%s', (_, overrides, isQuestionMarkOn, opens) => {
  expect(isShortcutsDialogKey(key(overrides), isQuestionMarkOn)).toBe(opens)
})
