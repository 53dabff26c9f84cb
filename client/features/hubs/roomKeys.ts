import type { Shortcut } from '#client/features/notes/editor/commands/note.commands.ts'

/** To the neighbours of the room that is open. */
export const nextRoom: Shortcut = { code: 'ArrowDown', alt: true }
export const previousRoom: Shortcut = { code: 'ArrowUp', alt: true }
