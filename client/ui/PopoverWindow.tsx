import {
  type ComponentProps,
  type KeyboardEvent,
  type ReactNode,
  type RefObject,
  useEffect,
  useLayoutEffect,
  useRef,
} from 'react'
import { useMediaQuery } from '#client/platform/browser/device.ts'
import { isComposing } from '#client/platform/browser/keyboard.ts'
import { Dialog } from './Dialog.tsx'
import { PHONE } from './sheet.ts'
import './PopoverWindow.css'

export type PopoverAlign = 'start' | 'end'

interface PopoverWindowProps {
  open: boolean
  onClose: () => void
  /** The element that opens it. The window is below it, or above it if there is more space. */
  anchor: RefObject<HTMLElement | null>
  /** The edge of the anchor with which the window is aligned. */
  align?: PopoverAlign
  /** The heading of the sheet, and the name of the window for screen readers. */
  title: string
  className?: string
  children: ReactNode
}

/**
 * A small window at an element; on phones a sheet. Esc closes it and focuses the element again; a click or the focus outside only
 * closes it. Its children are mounted only while it is open.
 */
export function PopoverWindow({ open, ...rest }: PopoverWindowProps) {
  const isPhone = useMediaQuery(PHONE)
  if (!open) return null
  return isPhone ? <PopoverSheet {...rest} /> : <PopoverBox {...rest} />
}

function PopoverSheet({ onClose, title, children }: Omit<PopoverWindowProps, 'open'>) {
  return (
    <Dialog open onClose={onClose} title={title}>
      {children}
    </Dialog>
  )
}

function PopoverBox({
  onClose,
  anchor,
  title,
  className = '',
  children,
  ...rest
}: Omit<PopoverWindowProps, 'open'>) {
  const box = useRef<HTMLDivElement>(null)
  useCloseOutside(box, anchor, onClose)

  useEffect(() => box.current?.focus({ preventScroll: true }), [])

  function closeOnEscape(event: KeyboardEvent): void {
    if (event.key !== 'Escape' || isComposing(event)) return
    // Otherwise Esc would also close the dialog around it.
    event.preventDefault()
    event.stopPropagation()
    onClose()
    anchor.current?.focus()
  }

  return (
    <AnchoredBox
      {...rest}
      boxRef={box}
      anchor={anchor}
      className={`popover-window ${className}`}
      role="dialog"
      aria-label={title}
      tabIndex={-1}
      onKeyDown={closeOnEscape}
    >
      {children}
    </AnchoredBox>
  )
}

/** Closes a window on a click outside, or when the focus moves outside. Its own dialogs and the toasts are not outside. */
export function useCloseOutside(
  box: RefObject<HTMLElement | null>,
  anchor: RefObject<HTMLElement | null>,
  onClose: () => void,
): void {
  const close = useRef(onClose)
  useEffect(() => {
    close.current = onClose
  })

  useEffect(() => {
    const listening = new AbortController()
    function closeOutside({ target }: Event): void {
      if (!(target instanceof Element) || target.closest('.toasts')) return
      const dialog = target.closest('dialog:modal')
      if (dialog && !dialog.contains(box.current)) return
      if (!box.current?.contains(target) && !anchor.current?.contains(target)) close.current()
    }
    // Safari does not focus a clicked button, so focus events alone are not enough.
    document.addEventListener('pointerdown', closeOutside, listening)
    document.addEventListener('focusin', closeOutside, listening)
    return () => listening.abort()
  }, [box, anchor])
}

interface AnchoredBoxProps extends ComponentProps<'div'> {
  boxRef: RefObject<HTMLDivElement | null>
  anchor: RefObject<HTMLElement | null>
  align?: PopoverAlign
}

/** A box in the top layer that stays at its anchor, so that no scrolling pane cuts it off. */
export function AnchoredBox({ boxRef, anchor, align = 'start', className = '', ...rest }: AnchoredBoxProps) {
  useLayoutEffect(() => {
    const box = boxRef.current
    if (!box || !anchor.current) return
    box.showPopover?.()
    const isBelow = hasSpaceBelow(box, anchor.current)
    const place = () => anchor.current && placeAt(box, anchor.current, align, isBelow)
    place()
    const listening = new AbortController()
    const growth = new ResizeObserver(place)
    growth.observe(box)
    window.addEventListener('resize', place, listening)
    window.addEventListener('scroll', place, { capture: true, passive: true, signal: listening.signal })
    return () => {
      growth.disconnect()
      listening.abort()
    }
  }, [boxRef, anchor, align])

  return <div {...rest} ref={boxRef} popover="manual" className={`anchored-box no-print ${className}`} />
}

/** Between the anchor and the box, and between the box and the edge of the window, in pixels. */
const GAP_PX = 4
const MARGIN_PX = 12

/** Decided once, so that content that loads does not move the box to the other side. */
function hasSpaceBelow(box: HTMLElement, anchor: HTMLElement): boolean {
  const { top, bottom } = anchor.getBoundingClientRect()
  const spaceBelow = window.innerHeight - bottom - GAP_PX - MARGIN_PX
  return spaceBelow >= box.offsetHeight || spaceBelow >= top
}

function placeAt(box: HTMLElement, anchor: HTMLElement, align: PopoverAlign, isBelow: boolean): void {
  const { top, bottom, left, right } = anchor.getBoundingClientRect()
  const { innerHeight, innerWidth } = window
  const start = align === 'start' ? left : right - box.offsetWidth
  const mostLeft = document.documentElement.clientWidth - box.offsetWidth - MARGIN_PX
  const space = (isBelow ? innerHeight - bottom : top) - GAP_PX - MARGIN_PX
  Object.assign(box.style, {
    left: `${Math.max(MARGIN_PX, Math.min(start, mostLeft))}px`,
    right: 'auto',
    top: isBelow ? `${bottom + GAP_PX}px` : 'auto',
    bottom: isBelow ? 'auto' : `${innerHeight - top + GAP_PX}px`,
    maxWidth: `${innerWidth - 2 * MARGIN_PX}px`,
    maxHeight: `${Math.max(space, 120)}px`,
  })
}
