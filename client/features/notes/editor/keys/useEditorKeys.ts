import {
  type InputEvent,
  type KeyboardEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useRef,
  useState,
} from 'react'
import { commandOf } from '#client/features/notes/editor/commands/note.commands.ts'
import type { Command } from '#client/features/notes/editor/commands/note.edit.ts'
import { wrap } from '#client/features/notes/editor/commands/note.marks.ts'
import {
  applyEdit,
  endComposition,
  isStep,
  restoreSelection,
  writtenIn,
} from '#client/features/notes/editor/text/area.changes.ts'
import { showCaret } from '#client/features/notes/editor/text/area.places.ts'
import { isComposing } from '#client/platform/browser/composition.ts'
import { isShortcut, type Shortcut } from '#client/platform/browser/shortcut.ts'

/**
 * The keys of the text area, and `run` and `step` for its buttons. Keys within a composition are the input method's. Tab indents,
 * so Escape sets it free once: then it moves on to the next control. `showsTabHint`: that is to be said, since Tab has indented and the
 * text was not left yet.
 */
export function useEditorKeys(area: RefObject<HTMLTextAreaElement | null>) {
  const isTabFree = useRef(false)
  const [showsTabHint, setTabHint] = useState(false)

  function run(command: Command): boolean {
    if (area.current) endComposition(area.current)
    const edit = area.current && command(writtenIn(area.current))
    if (!area.current || !edit) return false
    applyEdit(area.current, edit)
    return true
  }

  function step(to: 'undo' | 'redo'): void {
    area.current?.focus()
    if (area.current) endComposition(area.current)
    document.execCommand(to)
  }

  function onKeyDown(event: KeyboardEvent<HTMLTextAreaElement>) {
    if (isComposing(event)) return
    const wasTabFree = isTabFree.current
    isTabFree.current = event.key === 'Escape' || (wasTabFree && event.key === 'Shift')
    if (event.key === 'Tab' && wasTabFree) return
    const { selectionStart, selectionEnd } = event.currentTarget
    const known = commandOf(event)
    if (known?.keysWantSelection && selectionStart === selectionEnd) return
    const command = known?.run ?? wrapping(event)
    if (typeof command !== 'function' || !run(command)) return
    event.preventDefault()
    if (event.key === 'Tab') setTabHint(true)
  }

  function onInput({ currentTarget, nativeEvent }: InputEvent<HTMLTextAreaElement>) {
    if (!isStep(nativeEvent)) return
    restoreSelection(currentTarget, nativeEvent)
    showCaret(currentTarget)
  }

  return { run, step, showsTabHint, handlers: { onKeyDown, onInput, onBlur: () => setTabHint(false) } }
}

function wrapping({ key, ctrlKey, metaKey }: KeyboardEvent): Command | undefined {
  return ctrlKey || metaKey || key.length !== 1 ? undefined : written => wrap(written, key)
}

/** What keys do wherever the focus is in the editor; the browser's own meaning of them would leave or spoil it. */
export interface ScreenKeys {
  save: () => void
  saveAndLeave?: () => void
  switchMode?: () => void
  print?: () => void
}

export const SCREEN_SHORTCUTS: Record<keyof ScreenKeys, Shortcut> = {
  save: { code: 'KeyS', ctrl: true },
  saveAndLeave: { code: 'Enter', ctrl: true },
  switchMode: { code: 'Backslash', ctrl: true },
  print: { code: 'KeyP', ctrl: true },
}

const screenKeys = Object.keys(SCREEN_SHORTCUTS) as (keyof ScreenKeys)[]

export function useScreenKeys(keys: ScreenKeys): void {
  const receive = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const action = screenKeys.find(name => keys[name] && isShortcut(SCREEN_SHORTCUTS[name], event))
    if (action === undefined) return
    event.preventDefault()
    keys[action]?.()
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => receive(event), listening)
    return () => listening.abort()
  }, [])
}
