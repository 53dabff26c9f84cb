import type { Shortcut } from '#client/platform/browser/shortcut.ts'

const isMac = /^(Mac|iP)/.test(typeof navigator === 'undefined' ? '' : navigator.platform)

/** What stands on keys whose code is another word. */
const SIGNS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  Backslash: '\\',
  Escape: 'Esc',
  Slash: '/',
}

/** One sign for each key that is held, as it stands on the keyboard: 'Ctrl', 'Alt', '2'; on a Mac '⌘', '⌥', '2'. */
export function keycapsOf({ code, ctrl, alt, shift }: Shortcut): string[] {
  const key = SIGNS[code] ?? code.replace(/^(Key|Digit)/, '')
  const held = isMac
    ? [ctrl && '⌘', alt && '⌥', shift && '⇧']
    : [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift']
  return [...held.filter(sign => typeof sign === 'string'), key]
}

/** As people read it: 'Ctrl+Alt+2', on a Mac '⌘⌥2'. */
export function keysText(shortcut: Shortcut): string {
  return keycapsOf(shortcut).join(isMac ? '' : '+')
}
