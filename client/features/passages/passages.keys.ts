import type { Shortcut } from '#client/platform/browser/keyboard.ts'

/** Shortcuts to the next and previous passage. */
export const nextPassage: Shortcut = { code: 'BracketRight' }
export const previousPassage: Shortcut = { code: 'BracketLeft' }
