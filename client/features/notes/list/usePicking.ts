import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from 'react'
import { onEvent } from '#client/live/eventBus.ts'
import { NONE_PICKED, pick, pickAll, unpicked } from './picking.rules.ts'

export interface Picking {
  isOn: boolean
  noteNos: ReadonlySet<number>
  /** With this note picked, where one is named. */
  begin: (noteNo?: number) => void
  end: () => void
  /** As a range while the Shift key is held. */
  press: (noteNo: number) => void
  pickAll: () => void
  /** For the list: whether Shift is held with a press, which a checkbox does not tell in every browser. */
  watch: {
    onPointerDownCapture: (event: PointerEvent) => void
    onKeyDownCapture: (event: KeyboardEvent) => void
  }
}

/** Several notes of a list, `shown` on its page, picked to do one thing with all of them. Esc ends it. */
export function usePicking(shown: readonly number[]): Picking {
  const [isOn, setOn] = useState(false)
  const [picked, setPicked] = useState(NONE_PICKED)
  const isShiftHeld = useRef(false)

  function end(): void {
    setOn(false)
    setPicked(NONE_PICKED)
  }

  useEffect(() => {
    if (!isOn) return
    const leave = (event: globalThis.KeyboardEvent) => {
      const isElsewhere = event.defaultPrevented || document.querySelector('dialog:modal') !== null
      if (event.key !== 'Escape' || isElsewhere) return
      setOn(false)
      setPicked(NONE_PICKED)
    }
    window.addEventListener('keydown', leave)
    return () => window.removeEventListener('keydown', leave)
  }, [isOn])

  // Also on another device.
  useEffect(() => onEvent('note:deleted', ({ noteNo }) => setPicked(before => unpicked(before, noteNo))), [])

  const noticeShift = ({ shiftKey }: { shiftKey: boolean }) => {
    isShiftHeld.current = shiftKey
  }
  const press = (noteNo: number) =>
    setPicked(before => pick(before, noteNo, { shown, asRange: isShiftHeld.current }))

  return {
    isOn,
    noteNos: picked.noteNos,
    begin(noteNo) {
      setOn(true)
      if (noteNo !== undefined && !picked.noteNos.has(noteNo)) press(noteNo)
    },
    end,
    press,
    pickAll: () => setPicked(before => pickAll(before, shown)),
    watch: { onPointerDownCapture: noticeShift, onKeyDownCapture: noticeShift },
  }
}
