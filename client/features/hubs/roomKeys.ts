import type { Shortcut } from '#client/platform/browser/shortcut.ts'

/** To the neighbours of the room that is open. */
export const nextRoom: Shortcut = { code: 'ArrowDown', alt: true }
export const previousRoom: Shortcut = { code: 'ArrowUp', alt: true }
