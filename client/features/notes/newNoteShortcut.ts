import type { Shortcut } from '#client/platform/browser/keyboard.ts'

/** Opens a new note from any screen. */
export const newNoteShortcut: Shortcut = { code: 'KeyN', alt: true }
