import type { Shortcut } from '#client/platform/browser/keyboard.ts'

/** Opens the note of today from any screen. No browser uses this key. */
export const dailyNoteShortcut: Shortcut = { code: 'KeyJ', alt: true }

/** A visit creates the note if it is missing. */
export const DAILY_NOTE_PATH = '/note/new?today'
