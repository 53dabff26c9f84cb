import { type KeyboardEvent, type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { DocumentUndo } from '#client/features/documents/documentUndo.ts'
import { findCommand } from '#client/features/notes/editor/commands/note.commands.ts'
import type { Command } from '#client/features/notes/editor/commands/note.edit.ts'
import { wrapSelection } from '#client/features/notes/editor/commands/note.marks.ts'
import { applyEdit, endComposition, readTextarea } from '#client/features/notes/editor/text/textareaEdits.ts'
import { isComposing, isShortcut, type Shortcut } from '#client/platform/browser/keyboard.ts'

/**
 * Keyboard shortcuts of the text area, and `run` and `runStep` for the toolbar. Ignores keys during an IME composition. Tab indents; after
 * Escape it moves the focus once. `showsTabHint` is true from an indenting Tab until the text area loses the focus.
 */
export function useEditorKeys(
  area: RefObject<HTMLTextAreaElement | null>,
  undo: RefObject<DocumentUndo | null>,
) {
  const isTabFree = useRef(false)
  const [showsTabHint, setTabHint] = useState(false)

  function run(command: Command): boolean {
    if (area.current) endComposition(area.current)
    const target = area.current
    if (target?.readOnly) return false
    const edit = target && command(readTextarea(target))
    if (!edit) return false
    if (undo.current) undo.current.asStep(() => applyEdit(target, edit))
    else applyEdit(target, edit)
    return true
  }

  function runStep(to: 'undo' | 'redo'): void {
    area.current?.focus()
    if (area.current) endComposition(area.current)
    undo.current?.[to]()
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) return
    const wasTabFree = isTabFree.current
    isTabFree.current = event.key === 'Escape' || (wasTabFree && event.key === 'Shift')
    if (event.key === 'Tab' && wasTabFree) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const knownCommand = findCommand(event)
    if (knownCommand?.requiresSelection && selectionStart === selectionEnd) return
    const command = knownCommand?.run ?? wrapCommand(event)
    if (typeof command !== 'function' || !run(command)) return
    event.preventDefault()
    if (event.key === 'Tab') setTabHint(true)
  }

  return { run, runStep, showsTabHint, keyHandlers: { onKeyDown, onBlur: () => setTabHint(false) } }
}

function wrapCommand({ key, ctrlKey, metaKey }: KeyboardEvent): Command | undefined {
  return ctrlKey || metaKey || key.length !== 1 ? undefined : state => wrapSelection(state, key)
}

/** Shortcuts that work anywhere in the editor and replace browser shortcuts. */
export interface ScreenKeys {
  save: () => void
  saveAndLeave?: () => void
  switchMode?: () => void
  print?: () => void
  find?: () => void
  replace?: () => void
}

const isMac = /^(Mac|iP)/.test(typeof navigator === 'undefined' ? '' : navigator.platform)

export const SCREEN_SHORTCUTS: Record<keyof ScreenKeys, Shortcut> = {
  save: { code: 'KeyS', ctrl: true },
  saveAndLeave: { code: 'Enter', ctrl: true },
  switchMode: { code: 'Backslash', ctrl: true },
  print: { code: 'KeyP', ctrl: true },
  find: { code: 'KeyF', ctrl: true },
  // Ctrl+H deletes a character on a Mac.
  replace: isMac ? { code: 'KeyF', ctrl: true, alt: true } : { code: 'KeyH', ctrl: true },
}

const screenKeys = Object.keys(SCREEN_SHORTCUTS) as (keyof ScreenKeys)[]

export function useScreenKeys(keys: ScreenKeys): void {
  const onScreenKey = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const action = screenKeys.find(name => keys[name] && isShortcut(SCREEN_SHORTCUTS[name], event))
    if (action === undefined) return
    event.preventDefault()
    keys[action]?.()
  })
  useEffect(() => {
    const aborter = new AbortController()
    document.addEventListener('keydown', event => onScreenKey(event), aborter)
    return () => aborter.abort()
  }, [])
}

/** Labels of keys whose code differs from the key cap. */
const KEY_SYMBOLS: Record<string, string> = {
  ArrowUp: '↑',
  ArrowDown: '↓',
  Backslash: '\\',
  BracketLeft: '[',
  BracketRight: ']',
  Escape: 'Esc',
  Slash: '/',
}

/** Key caps of a shortcut, for example 'Ctrl', 'Alt', '2', or on a Mac '⌘', '⌥', '2'. */
export function getKeycaps({ code, ctrl, alt, shift }: Shortcut): string[] {
  const key = KEY_SYMBOLS[code] ?? code.replace(/^(Key|Digit)/, '')
  const modifiers = isMac
    ? [ctrl && '⌘', alt && '⌥', shift && '⇧']
    : [ctrl && 'Ctrl', alt && 'Alt', shift && 'Shift']
  return [...modifiers.filter(sign => typeof sign === 'string'), key]
}

/** For example 'Ctrl+Alt+2', or on a Mac '⌘⌥2'. */
export function formatShortcut(shortcut: Shortcut): string {
  return getKeycaps(shortcut).join(isMac ? '' : '+')
}
