import { type KeyboardEvent, type PointerEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { t } from '#client/platform/language/language.ts'
import { Button } from '#client/ui/Button.tsx'
import { NOTES_AT_ONCE_MAX } from '#protocol/limits.ts'
import './noteList.css'

interface SelectionBarProps {
  selection: RowSelection
  children: ReactNode
}

/** The bar below a list with the number of selected notes, and the bulk actions as children. */
export function SelectionBar({ selection: { noteNos, selectAll, end }, children }: SelectionBarProps) {
  const count = noteNos.size
  return (
    <section className="selection-bar" aria-label={t('notes.selected')}>
      <p className="selection-bar__count" role="status">
        {count >= NOTES_AT_ONCE_MAX
          ? t('notes.selectedMost', { count })
          : t(count === 0 ? 'notes.selectedNone' : 'notes.selectedCount', { count })}
      </p>
      <Button kind="quiet" onClick={selectAll}>
        {t('notes.selectAll')}
      </Button>
      <Button kind="quiet" onClick={end}>
        {t('notes.selectEnd')}
      </Button>
      {children}
    </section>
  )
}

/** Notes without titles: messages about bulk actions show only their number. */
export function toUntitledNotes(noteNos: ReadonlySet<number>): { noteNo: number; title: string }[] {
  return [...noteNos].map(noteNo => ({ noteNo, title: '' }))
}

/** The selected notes of all pages of a list, and the note toggled last, where a range starts. */
export interface SelectedRows {
  noteNos: ReadonlySet<number>
  lastNo: number | null
}

export const NONE_SELECTED: SelectedRows = { noteNos: new Set(), lastNo: null }

/** Adds notes up to the limit of one bulk action. */
function withAdded({ noteNos }: SelectedRows, added: readonly number[]): ReadonlySet<number> {
  return new Set([...new Set([...noteNos, ...added])].slice(0, Math.max(NOTES_AT_ONCE_MAX, noteNos.size)))
}

/**
 * Toggles a note. With `asRange`, all notes between it and the one toggled before get its new state. `shown`: the
 * notes of the current page, in their order.
 */
export function toggleRow(
  before: SelectedRows,
  noteNo: number,
  { shown, asRange }: { shown: readonly number[]; asRange: boolean },
): SelectedRows {
  const isSelected = !before.noteNos.has(noteNo)
  const [index, lastIndex] = [shown.indexOf(noteNo), shown.indexOf(before.lastNo ?? noteNo)]
  const isRange = asRange && index >= 0 && lastIndex >= 0
  const toggled = isRange ? shown.slice(Math.min(index, lastIndex), Math.max(index, lastIndex) + 1) : [noteNo]
  if (isSelected) return { noteNos: withAdded(before, toggled), lastNo: noteNo }
  return { noteNos: new Set([...before.noteNos].filter(no => !toggled.includes(no))), lastNo: noteNo }
}

function deselect(before: SelectedRows, noteNo: number): SelectedRows {
  if (!before.noteNos.has(noteNo)) return before
  return { ...before, noteNos: new Set([...before.noteNos].filter(no => no !== noteNo)) }
}

export function selectAll(before: SelectedRows, shown: readonly number[]): SelectedRows {
  return { ...before, noteNos: withAdded(before, shown) }
}

export interface RowSelection {
  isOn: boolean
  noteNos: ReadonlySet<number>
  /** Starts the selection, with this note selected if one is given. */
  begin: (noteNo?: number) => void
  end: () => void
  /** Toggles a note, or a range while the Shift key is pressed. */
  toggle: (noteNo: number) => void
  selectAll: () => void
  /** Props for the list. They record the Shift key, which not every browser includes in the change event of a checkbox. */
  shiftKeyHandlers: {
    onPointerDownCapture: (event: PointerEvent) => void
    onKeyDownCapture: (event: KeyboardEvent) => void
  }
}

/** Selection of notes for bulk actions. `shown`: the notes of the current page. Esc ends the selection. */
export function useSelection(shown: readonly number[]): RowSelection {
  const [isOn, setOn] = useState(false)
  const [selected, setSelected] = useState(NONE_SELECTED)
  const isShiftPressed = useRef(false)

  function end(): void {
    setOn(false)
    setSelected(NONE_SELECTED)
  }

  useEffect(() => {
    if (!isOn) return
    const endOnEscape = (event: globalThis.KeyboardEvent) => {
      const isForOthers = event.defaultPrevented || document.querySelector('dialog:modal') !== null
      if (event.key !== 'Escape' || isForOthers) return
      setOn(false)
      setSelected(NONE_SELECTED)
    }
    window.addEventListener('keydown', endOnEscape)
    return () => window.removeEventListener('keydown', endOnEscape)
  }, [isOn])

  useEffect(
    () => onEvent('note:deleted', ({ noteNo }) => setSelected(before => deselect(before, noteNo))),
    [],
  )

  const recordShiftKey = ({ shiftKey }: { shiftKey: boolean }) => {
    isShiftPressed.current = shiftKey
  }
  const toggle = (noteNo: number) =>
    setSelected(before => toggleRow(before, noteNo, { shown, asRange: isShiftPressed.current }))

  return {
    isOn,
    noteNos: selected.noteNos,
    begin(noteNo) {
      setOn(true)
      if (noteNo !== undefined && !selected.noteNos.has(noteNo)) toggle(noteNo)
    },
    end,
    toggle,
    selectAll: () => setSelected(before => selectAll(before, shown)),
    shiftKeyHandlers: { onPointerDownCapture: recordShiftKey, onKeyDownCapture: recordShiftKey },
  }
}
