import type { Shortcut } from '#client/platform/browser/shortcut.ts'

/** Begins a new note from anywhere. */
export const newNoteShortcut: Shortcut = { code: 'KeyN', alt: true }
