import { type MouseEvent, type PointerEvent, useEffect, useRef } from 'react'

const LONG_PRESS_MS = 450
/** A finger that moves further scrolls. In CSS pixels. */
const STILL_PX = 8

/** Calls back when a finger rests on an element; what the browser would do at its lifting is left undone then. */
export function useLongPress(onLongPress: (pressed: Element) => void) {
  const press = useRef<{ timer: ReturnType<typeof setTimeout>; x: number; y: number }>(undefined)
  const isDone = useRef(false)

  function stop(): void {
    clearTimeout(press.current?.timer)
    press.current = undefined
  }
  useEffect(() => () => clearTimeout(press.current?.timer), [])

  return {
    onPointerDown({ pointerType, target, clientX: x, clientY: y }: PointerEvent) {
      stop()
      isDone.current = false
      if (pointerType !== 'touch' || !(target instanceof Element)) return
      const timer = setTimeout(() => {
        isDone.current = true
        onLongPress(target)
      }, LONG_PRESS_MS)
      press.current = { timer, x, y }
    },
    onPointerMove({ clientX, clientY }: PointerEvent) {
      const from = press.current
      if (from && Math.hypot(clientX - from.x, clientY - from.y) > STILL_PX) stop()
    },
    onPointerUp: stop,
    onPointerCancel: stop,
    onContextMenu(event: MouseEvent) {
      if (press.current || isDone.current) event.preventDefault()
    },
    onClickCapture(event: MouseEvent) {
      if (!isDone.current) return
      isDone.current = false
      event.preventDefault()
      event.stopPropagation()
    },
  }
}
