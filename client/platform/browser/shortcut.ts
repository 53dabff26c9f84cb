/** A key by its place on the keyboard, not its letter: under a Hangul keyboard that is jamo. */
export interface Shortcut {
  code: string
  /** Ctrl, or ⌘ on a Mac. */
  ctrl?: boolean
  alt?: boolean
  shift?: boolean
}

export type PressedKey = Pick<KeyboardEvent, 'code' | 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

export function isShortcut(
  { code, ctrl = false, alt = false, shift = false }: Shortcut,
  key: PressedKey,
): boolean {
  // The keys of phones have no place, only a name.
  const isKey = key.code === code || (key.code === '' && key.key === code)
  return isKey && (key.ctrlKey || key.metaKey) === ctrl && key.altKey === alt && key.shiftKey === shift
}
