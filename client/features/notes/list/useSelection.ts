import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { NONE_SELECTED, select, selectAll, unpicked } from './selection.rules.ts'

export interface RowSelection {
  isOn: boolean
  noteNos: ReadonlySet<number>
  /** With this note picked, where one is named. */
  begin: (noteNo?: number) => void
  end: () => void
  /** As a range while the Shift key is held. */
  press: (noteNo: number) => void
  selectAll: () => void
  /** For the list: whether Shift is held with a press, which a checkbox does not tell in every browser. */
  watch: {
    onPointerDownCapture: (event: PointerEvent) => void
    onKeyDownCapture: (event: KeyboardEvent) => void
  }
}

/** Several notes of a list, `shown` on its page, picked to do one thing with all of them. Esc ends it. */
export function useSelection(shown: readonly number[]): RowSelection {
  const [isOn, setOn] = useState(false)
  const [selected, setSelected] = useState(NONE_SELECTED)
  const isShiftHeld = useRef(false)

  function end(): void {
    setOn(false)
    setSelected(NONE_SELECTED)
  }

  useEffect(() => {
    if (!isOn) return
    const leave = (event: globalThis.KeyboardEvent) => {
      const isElsewhere = event.defaultPrevented || document.querySelector('dialog:modal') !== null
      if (event.key !== 'Escape' || isElsewhere) return
      setOn(false)
      setSelected(NONE_SELECTED)
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [isOn])

  // Also on another device.
  useEffect(
    () => onEvent('note:deleted', ({ noteNo }) => setSelected(before => unpicked(before, noteNo))),
    [],
  )

  const noticeShift = ({ shiftKey }: { shiftKey: boolean }) => {
    isShiftHeld.current = shiftKey
  }
  const press = (noteNo: number) =>
    setSelected(before => select(before, noteNo, { shown, asRange: isShiftHeld.current }))

  return {
    isOn,
    noteNos: selected.noteNos,
    begin(noteNo) {
      setOn(true)
      if (noteNo !== undefined && !selected.noteNos.has(noteNo)) press(noteNo)
    },
    end,
    press,
    selectAll: () => setSelected(before => selectAll(before, shown)),
    watch: { onPointerDownCapture: noticeShift, onKeyDownCapture: noticeShift },
  }
}
