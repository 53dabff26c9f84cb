import { type RefObject, useEffect, useRef } from 'react'

/** The widths at which dialogs, menus and popovers open as sheets. The same query is in the style sheets. */
export const PHONE = '(max-width: 767.98px)'

/** Beyond this part of its height a released sheet closes. */
const CLOSING_PART = 0.35
/** A flick closes it earlier, in pixels per millisecond. */
const FLICK_SPEED = 0.5

interface Drag {
  x: number
  y: number
  /** The distance after which the sheet began to follow; undefined until the direction is known. */
  origin?: number
  offset: number
  time: number
  speed: number
}

/** The side to which a sheet leaves the screen: a drawer to the right. */
type SheetSide = 'down' | 'right'

/**
 * On phones a sheet follows the finger down, and a drawer to the right. It closes beyond a third of its size. Content that can scroll up
 * scrolls first.
 */
export function useSheetDrag(
  sheetRef: RefObject<HTMLDialogElement | null>,
  open: boolean,
  onClose: () => void,
  side: SheetSide = 'down',
): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const sheet = sheetRef.current
    if (!open || !sheet) return
    const listening = new AbortController()
    let drag: Drag | null = null

    function start({ touches, target, timeStamp: time }: TouchEvent): void {
      const [touch, second] = touches
      drag = null
      if (!sheet || !touch || second || !canDrag(target, sheet, side)) return
      drag = { x: touch.clientX, y: touch.clientY, offset: 0, time, speed: 0 }
    }
    function move(event: TouchEvent): void {
      const [touch] = event.touches
      if (!sheet || !drag || !touch) return
      const [down, right] = [touch.clientY - drag.y, touch.clientX - drag.x]
      const [along, across] = side === 'down' ? [down, right] : [right, down]
      // Any other direction scrolls or selects; the first move decides.
      if (drag.origin === undefined && (along <= Math.abs(across) || !event.cancelable)) drag = null
      if (!drag) return
      drag.origin ??= along
      event.preventDefault()
      const offset = Math.max(0, along - drag.origin)
      drag.speed = (offset - drag.offset) / Math.max(event.timeStamp - drag.time, 1)
      drag.time = event.timeStamp
      drag.offset = offset
      sheet.toggleAttribute('data-dragging', true)
      moveSheet(sheet, offset, side)
    }
    function end(event: TouchEvent): void {
      if (!sheet || !drag) return
      const { offset, speed } = drag
      drag = null
      sheet.toggleAttribute('data-dragging', false)
      const isClosing = offset > sizeOf(sheet, side) * CLOSING_PART || (offset > 0 && speed > FLICK_SPEED)
      if (isClosing && event.type === 'touchend') close.current()
      else moveSheet(sheet, 0, side)
    }

    sheet.addEventListener('touchstart', start, { passive: true, signal: listening.signal })
    sheet.addEventListener('touchmove', move, { passive: false, signal: listening.signal })
    sheet.addEventListener('touchend', end, listening)
    sheet.addEventListener('touchcancel', end, listening)
    const stopAvoiding = avoidKeyboard(sheet)
    return () => {
      listening.abort()
      stopAvoiding()
      moveSheet(sheet, 0, side)
    }
  }, [sheetRef, open, side])
}

/** Slides a sheet or drawer out before it closes. Anything else closes at once. */
export function slideOut(
  sheet: HTMLDialogElement | null,
  onClose: () => void,
  side: SheetSide = 'down',
): void {
  if (!sheet?.open || !isSheet(side)) {
    onClose()
    return
  }
  moveSheet(sheet, sizeOf(sheet, side), side)
  const slides = sheet.getAnimations().map(animation => animation.finished)
  void Promise.allSettled(slides).then(() => {
    onClose()
    moveSheet(sheet, 0, side)
  })
}

/** Only phones have sheets; the drawer is one at every width. */
const isSheet = (side: SheetSide) => side === 'right' || matchMedia(PHONE).matches

const sizeOf = (sheet: HTMLElement, side: SheetSide) =>
  side === 'down' ? sheet.offsetHeight : sheet.offsetWidth

function moveSheet(sheet: HTMLElement, offset: number, side: SheetSide): void {
  sheet.style.translate = offset === 0 ? '' : side === 'down' ? `0 ${offset}px` : `${offset}px 0`
  sheet.style.setProperty('--sheet-gone', String(offset / Math.max(sizeOf(sheet, side), 1)))
}

const canDrag = (target: EventTarget | null, sheet: Element, side: SheetSide) =>
  side === 'right' || (isSheet(side) && isAtTop(target, sheet))

/** Whether nothing between the target and the sheet is scrolled down. */
function isAtTop(target: EventTarget | null, sheet: Element): boolean {
  if (target instanceof HTMLInputElement && target.type === 'range') return false
  let part = target instanceof Element ? target : null
  while (part && part !== sheet.parentElement) {
    if (part.scrollTop > 0) return false
    part = part.parentElement
  }
  return true
}

/** Keeps the sheet above an on-screen keyboard that covers the page instead of resizing it, as on iOS. */
function avoidKeyboard(sheet: HTMLElement): () => void {
  const viewport = window.visualViewport
  if (!viewport) return () => undefined
  const listening = new AbortController()
  const update = () => {
    const covered = viewport.scale > 1 ? 0 : window.innerHeight - viewport.height - viewport.offsetTop
    sheet.style.setProperty('--keyboard', `${Math.max(0, Math.round(covered))}px`)
  }
  update()
  for (const name of ['resize', 'scroll']) viewport.addEventListener(name, update, listening)
  return () => listening.abort()
}
