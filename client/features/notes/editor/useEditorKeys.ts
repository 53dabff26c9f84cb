import { type KeyboardEvent, useEffect, useEffectEvent, useRef } from 'react'
import { isComposing } from '#client/platform/browser/composition.ts'
import { continueList, type Edit, indent, makeLink, outdent, toggleMark, type Written } from './note.keys.ts'

type Command = (written: Written) => Edit | null

const shortcuts: Record<string, Command> = {
  KeyB: written => toggleMark(written, '**'),
  KeyI: written => toggleMark(written, '*'),
  KeyK: makeLink,
}

/**
 * The keys of the text area. Keys within a composition are the input method's. Tab indents, so Escape sets it free once:
 * then it moves on to the next control.
 */
export function useEditorKeys(): (event: KeyboardEvent<HTMLTextAreaElement>) => void {
  const isTabFree = useRef(false)
  return event => {
    if (isComposing(event)) return
    const wasTabFree = isTabFree.current
    isTabFree.current = event.key === 'Escape' || (wasTabFree && event.key === 'Shift')
    const command = event.key === 'Tab' && wasTabFree ? undefined : commandOf(event)
    if (command === undefined) return
    const { value: text, selectionStart: start, selectionEnd: end } = event.currentTarget
    const edit = command({ text, start, end })
    if (edit === null) return
    event.preventDefault()
    carryOut(event.currentTarget, edit)
  }
}

function commandOf(event: KeyboardEvent): Command | undefined {
  const hasControl = event.ctrlKey || event.metaKey
  if (event.altKey) return undefined
  // The key's place, not its letter: under a Hangul keyboard it writes jamo.
  if (hasControl) return event.shiftKey ? undefined : shortcuts[event.code]
  if (event.key === 'Tab') return event.shiftKey ? outdent : indent
  return event.key === 'Enter' && !event.shiftKey ? continueList : undefined
}

/** Saves on Ctrl+S, or ⌘+S, wherever the focus is: else the browser offers to save the page. */
export function useSaveShortcut(save: () => void): void {
  const hear = useEffectEvent((event: globalThis.KeyboardEvent) => {
    if (!isSaveShortcut(event)) return
    event.preventDefault()
    save()
  })
  useEffect(() => {
    const listening = new AbortController()
    document.addEventListener('keydown', event => hear(event), listening)
    return () => listening.abort()
  }, [])
}

/** The key's place counts, which under a Hangul keyboard writes ㄴ. */
function isSaveShortcut(event: globalThis.KeyboardEvent): boolean {
  return event.code === 'KeyS' && (event.ctrlKey || event.metaKey) && !event.altKey && !event.shiftKey
}

/** As if it had been typed, so that the browser's own undo takes it back. */
function carryOut(area: HTMLTextAreaElement, { from, to, insert, start, end }: Edit) {
  area.setSelectionRange(from, to)
  const isDone =
    insert === '' ? document.execCommand('delete') : document.execCommand('insertText', false, insert)
  if (!isDone) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(start, end)
}
