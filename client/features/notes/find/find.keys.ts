import type { Shortcut } from '#client/platform/browser/keyboard.ts'

/** The keys to the next and the previous match, while the find bar is open. */
export const NEXT_MATCH: Shortcut = { code: 'F3' }
export const PREVIOUS_MATCH: Shortcut = { code: 'F3', shift: true }
