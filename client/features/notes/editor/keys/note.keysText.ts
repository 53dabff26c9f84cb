import type { Shortcut } from '#client/features/notes/editor/commands/note.commands.ts'

const isMac = /^(Mac|iP)/.test(typeof navigator === 'undefined' ? '' : navigator.platform)

/** As people read it: 'Ctrl+Alt+2', on a Mac '⌘⌥2'. */
export function keysText({ code, ctrl, alt, shift }: Shortcut): string {
  const key = code.replace(/^(Key|Digit)/, '')
  return isMac
    ? [ctrl && '⌘', alt && '⌥', shift && '⇧', key].filter(Boolean).join('')
    : [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift', key].filter(Boolean).join('+')
}
