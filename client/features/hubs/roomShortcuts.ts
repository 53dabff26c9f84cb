import type { Shortcut } from '#client/platform/browser/keyboard.ts'

/** Shortcuts to the next and previous room. */
export const nextRoom: Shortcut = { code: 'ArrowDown', alt: true }
export const previousRoom: Shortcut = { code: 'ArrowUp', alt: true }
