import { type Edit, type TextState, trimEdit } from '#client/features/notes/editor/commands/note.edit.ts'
import { isEditable } from '#client/platform/browser/keyboard.ts'

/** Text areas of this module without an active IME composition. */
const idleAreas = new WeakSet<Element>()

export const isCompositionIdle = (area: Element) => idleAreas.has(area)

export function setCompositionIdle(area: Element, isIdle: boolean): void {
  if (isIdle) idleAreas.add(area)
  else idleAreas.delete(area)
}

/**
 * Commits the IME composition before a tool edits the text. Otherwise the input method would continue composing at the old position.
 * Blurring the text area is the only way to commit.
 */
export function endComposition(area: HTMLTextAreaElement): void {
  if (isCompositionIdle(area) || area !== document.activeElement) return
  withoutFocusEvents(() => {
    area.blur()
    area.focus({ preventScroll: true })
  })
}

/** Edits like typing, so that the browser's undo reverts it. */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit): void {
  const { value, selectionStart, selectionEnd } = area
  const { from, to, insert, start, end } = trimEdit(value, edit)
  area.setSelectionRange(from, to)
  // `execCommand` edits the focused element.
  const isDone = area === document.activeElement && insertByCommand(insert, from === to)
  if (!isDone) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  // A text that may not become longer has refused the edit.
  const isRefused = area.value === value && insert !== value.slice(from, to)
  if (isRefused) area.setSelectionRange(selectionStart, selectionEnd)
  else area.setSelectionRange(start, end)
}

/** Runs an edit with the focus in the text area, which the undo history requires, and hides the focus change from other listeners. */
export function editWithoutFocusEvents(area: HTMLTextAreaElement, change: () => void): void {
  const focused = document.activeElement
  if (focused === area) {
    change()
    return
  }
  withoutFocusEvents(() => {
    area.focus({ preventScroll: true })
    change()
    area.blur()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  })
}

function withoutFocusEvents(action: () => void): void {
  const aborter = new AbortController()
  for (const name of ['focusin', 'focusout'] as const)
    window.addEventListener(name, event => event.stopImmediatePropagation(), {
      capture: true,
      signal: aborter.signal,
    })
  action()
  aborter.abort()
}

/** Replaces the whole text in an undoable way. */
export function replaceText(area: HTMLTextAreaElement, text: string): void {
  const { activeElement } = document
  // Moving the focus would break an IME composition elsewhere.
  const isTypingElsewhere = activeElement && isEditable(activeElement) && !isCompositionIdle(activeElement)
  // Filling an empty title is not an undo step of the user.
  if (isTypingElsewhere || area.value.trim() === '') {
    area.value = text
    return
  }
  const [start, end] = [area.selectionStart, area.selectionEnd].map(at => Math.min(at, text.length))
  const edit = { from: 0, to: area.value.length, insert: text, start: start ?? 0, end: end ?? 0 }
  editWithoutFocusEvents(area, () => applyEdit(area, edit))
}

function insertByCommand(insert: string, isNothingSelected: boolean): boolean {
  if (insert === '') return isNothingSelected || document.execCommand('delete')
  return document.execCommand('insertText', false, insert)
}

export function readTextarea({
  value: text,
  selectionStart: start,
  selectionEnd: end,
}: HTMLTextAreaElement): TextState {
  return { text, start, end }
}

/** Scrolls the caret into view. An undo may change text outside the viewport, and text areas have no API for the caret position. */
export function scrollToCaret(area: HTMLTextAreaElement): void {
  const copy = document.createElement('div')
  copy.className = `${area.className} sheet-text__measure`
  // Not rounded: a rounded width could wrap lines differently.
  copy.style.inlineSize = `${area.getBoundingClientRect().width}px`
  const mark = document.createElement('span')
  mark.append('|')
  copy.append(area.value.slice(0, area.selectionEnd), mark)
  area.after(copy)
  mark.scrollIntoView({ block: 'nearest' })
  copy.remove()
}

/** Zero-based line and column of the caret. */
export function caretPosition({ value, selectionStart }: HTMLTextAreaElement): {
  line: number
  column: number
} {
  const before = value.slice(0, selectionStart)
  return { line: before.split('\n').length - 1, column: before.length - (before.lastIndexOf('\n') + 1) }
}
