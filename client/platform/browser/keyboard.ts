import { type KeyboardEvent as ReactKeyboardEvent, useEffect, useEffectEvent } from 'react'

/** The `keyCode` of keydown events that the input method handles. */
const INPUT_METHOD_KEY_CODE = 229

/**
 * True while a Hangul syllable (or any other composition) is being typed. Safari ends the composition before the keydown of the Enter
 * that ended it: only the key code gives it away.
 */
export function isComposing(event: ReactKeyboardEvent | KeyboardEvent): boolean {
  const { isComposing } = 'nativeEvent' in event ? event.nativeEvent : event
  return isComposing || event.keyCode === INPUT_METHOD_KEY_CODE
}

/** A key by its position on the keyboard, not its letter: with a Hangul keyboard the letters are jamo. */
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
  // The keyboards of phones report no code, only a key.
  const isKey = key.code === code || (key.code === '' && key.key === code)
  return isKey && (key.ctrlKey || key.metaKey) === ctrl && key.altKey === alt && key.shiftKey === shift
}

/** Runs `act` on a shortcut, wherever the focus is, except in a text field or while a dialog is open. */
export function useShortcut(shortcut: Shortcut, act: () => void): void {
  const receive = useEffectEvent((event: KeyboardEvent) => {
    if (!isShortcut(shortcut, event) || event.defaultPrevented || isEditable(event.target)) return
    if (document.querySelector('dialog[open]') !== null) return
    event.preventDefault()
    act()
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => receive(event), listening)
    return () => listening.abort()
  }, [])
}

/** A select is among them, since letters search its options. */
const EDITABLE = 'input:not([type=checkbox], [type=radio], [type=button]), textarea, select'

/** Whether the element handles letter or caret keys itself. */
export function isEditable(target: EventTarget | null): boolean {
  const element = target as Partial<HTMLElement> | null
  return element?.isContentEditable === true || element?.matches?.(EDITABLE) === true
}
