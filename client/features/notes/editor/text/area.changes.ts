import { type Edit, trimmed, type Written } from '#client/features/notes/editor/commands/note.edit.ts'
import { isTypedIn } from '#client/platform/browser/typedIn.ts'

/** So many changes are remembered with their selections; the browser's own undo knows no more of ours either. */
const REMEMBERED_MAX = 100

/** Our changes of each text area, with the selections around them, which the browser's own undo and redo would lose. */
const changesOf = new WeakMap<HTMLTextAreaElement, readonly { before: Written; after: Written }[]>()

/** Areas in which no syllable is being composed. */
const resting = new WeakSet<Element>()

export const isResting = (area: Element) => resting.has(area)

export function setComposing(area: Element, is: boolean): void {
  if (is) resting.add(area)
  else resting.delete(area)
}

/**
 * A syllable under way is whole when a tool is pressed: what is typed next belongs where the tool puts the caret, and an input method
 * would go on where the syllable stands.
 */
export function endComposition(area: HTMLTextAreaElement): void {
  if (isResting(area) || area !== document.activeElement) return
  unheard(() => {
    area.blur()
    area.focus({ preventScroll: true })
  })
}

/** As if it had been typed, so that the browser's own undo takes it back. */
export function applyEdit(area: HTMLTextAreaElement, edit: Edit): void {
  const before = writtenIn(area)
  const { from, to, insert, start, end } = trimmed(before.text, edit)
  area.setSelectionRange(from, to)
  // The browser changes what has the focus, whatever that is.
  const isDone = area === document.activeElement && typeIn(insert, from === to)
  if (!isDone) {
    area.setRangeText(insert, from, to)
    area.dispatchEvent(new InputEvent('input', { bubbles: true }))
  }
  area.setSelectionRange(start, end)
  const changes = [...(changesOf.get(area) ?? []), { before, after: writtenIn(area) }]
  changesOf.set(area, changes.slice(-REMEMBERED_MAX))
}

/** A change that nobody makes by hand: the focus is lent to the area, without which no undo would know of it, and nobody hears of that. */
export function changeQuietly(area: HTMLTextAreaElement, change: () => void): void {
  const focused = document.activeElement
  if (focused === area) {
    change()
    return
  }
  unheard(() => {
    area.focus({ preventScroll: true })
    change()
    area.blur()
    if (focused instanceof HTMLElement) focused.focus({ preventScroll: true })
  })
}

/** Nobody hears of the focus that moves meanwhile, and comes back. */
function unheard(move: () => void): void {
  const lending = new AbortController()
  for (const name of ['focusin', 'focusout'] as const)
    window.addEventListener(name, event => event.stopImmediatePropagation(), {
      capture: true,
      signal: lending.signal,
    })
  move()
  lending.abort()
}

/** Puts a text from outside in the place of the whole, so that an undo brings back what words were there. */
export function replaceWhole(area: HTMLTextAreaElement, text: string): void {
  const { activeElement } = document
  // Where somebody may be in the midst of a syllable, the focus is not lent from there.
  const isTypedElsewhere = activeElement && isTypedIn(activeElement) && !isResting(activeElement)
  // The title that a saved text gives itself is no step: the next undo is of what its writer did last.
  if (isTypedElsewhere || area.value.trim() === '') {
    area.value = text
    return
  }
  const [start, end] = [area.selectionStart, area.selectionEnd].map(at => Math.min(at, text.length))
  const edit = { from: 0, to: area.value.length, insert: text, start: start ?? 0, end: end ?? 0 }
  changeQuietly(area, () => applyEdit(area, edit))
}

/** After an undo or redo: selects what was selected then, and not what the browser has put in or taken out. */
export function restoreSelection(area: HTMLTextAreaElement, { inputType }: InputEvent): void {
  const side = inputType === 'historyUndo' ? 'before' : 'after'
  const change = changesOf.get(area)?.findLast(({ [side]: { text } }) => text === area.value)
  if (change) area.setSelectionRange(change[side].start, change[side].end)
}

export function isStep({ inputType }: InputEvent): boolean {
  return inputType === 'historyUndo' || inputType === 'historyRedo'
}

function typeIn(insert: string, isNothingSelected: boolean): boolean {
  if (insert === '') return isNothingSelected || document.execCommand('delete')
  return document.execCommand('insertText', false, insert)
}

export function writtenIn({
  value: text,
  selectionStart: start,
  selectionEnd: end,
}: HTMLTextAreaElement): Written {
  return { text, start, end }
}
