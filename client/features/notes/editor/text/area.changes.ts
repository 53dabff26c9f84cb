import { type Edit, trimmed, type Written } from '#client/features/notes/editor/commands/note.edit.ts'

/** So many changes are remembered with their selections; the browser's own undo knows no more of ours either. */
const REMEMBERED_MAX = 100

/** The selections around our changes of a text area, which its own undo and redo would lose. */
export interface AreaChanges {
  /** As if it had been typed, so that the browser's own undo takes it back. */
  carryOut: (area: HTMLTextAreaElement, edit: Edit) => void
  /** After an undo or redo: selects what was selected then, and not what the browser has put in or taken out. */
  restoreSelection: (area: HTMLTextAreaElement, kind: 'historyUndo' | 'historyRedo') => void
}

export function rememberChanges(): AreaChanges {
  let changes: { before: Written; after: Written }[] = []

  return {
    carryOut(area, edit) {
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
      changes = [...changes, { before, after: writtenIn(area) }].slice(-REMEMBERED_MAX)
    },
    restoreSelection(area, kind) {
      const side = kind === 'historyUndo' ? 'before' : 'after'
      const change = changes.findLast(({ [side]: { text } }) => text === area.value)
      if (change) area.setSelectionRange(change[side].start, change[side].end)
    },
  }
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
