import { scrollerOf } from '#client/platform/browser/scrolling.ts'
import type { NoteSelection } from './useNoteSelection.ts'

/** Between the selection and the toolbar; for touch also the handles, which are below the line. In pixels. */
const GAP_PX = 8
const HANDLES_PX = 40
/** The menu of the system is above the selection, where it has this space, and otherwise below. */
const SYSTEM_MENU_PX = 72
/** Between the toolbar and the edges. */
const EDGE_PX = 8

/**
 * Places the toolbar beside the end of the selection that the pointer is at; at the bottom of the window where that would cover the
 * selection, or the menu of a touch screen.
 */
export function placeToolbar(
  toolbar: HTMLElement,
  layer: HTMLElement,
  { range, isBackward, isByTouch }: NoteSelection,
): void {
  const lines = [...range.getClientRects()].filter(({ width, height }) => width > 0 && height > 0)
  const [first, last] = [lines[0], lines.at(-1)]
  if (!first || !last) return
  const { top, bottom } = visibleEdges(layer)
  const height = toolbar.offsetHeight
  const gap = isByTouch ? HANDLES_PX : GAP_PX
  const above = first.top - GAP_PX - height
  const below = last.bottom + gap
  const fitsAbove = !isByTouch && above >= top
  const fitsBelow = below + height <= bottom && (!isByTouch || first.top - top >= SYSTEM_MENU_PX)
  const isAbove = fitsAbove && (isBackward || !fitsBelow)
  toolbar.toggleAttribute('data-docked', !isAbove && !fitsBelow)
  const origin = layer.getBoundingClientRect()
  const middle = isAbove ? (isBackward ? first.left : (first.left + first.right) / 2) : last.right
  const left = middle - origin.left - toolbar.offsetWidth / 2
  const mostLeft = origin.width - toolbar.offsetWidth - EDGE_PX
  toolbar.style.setProperty('--left', `${Math.max(EDGE_PX, Math.min(left, mostLeft))}px`)
  toolbar.style.setProperty('--top', `${(isAbove ? above : below) - origin.top}px`)
}

/** The part of the window that shows the note. */
function visibleEdges(layer: HTMLElement): { top: number; bottom: number } {
  const scroller = scrollerOf(layer)
  const isPage = scroller === document.scrollingElement
  const box = isPage ? { top: 0, bottom: window.innerHeight } : scroller.getBoundingClientRect()
  const bar = layer.closest('.note')?.querySelector('.note-bar')?.getBoundingClientRect()
  const footer = isPage ? document.querySelector('.comments__footer')?.getBoundingClientRect() : undefined
  return {
    top: Math.max(box.top, bar?.bottom ?? 0),
    bottom: Math.min(box.bottom, window.innerHeight, footer?.top ?? Number.POSITIVE_INFINITY),
  }
}
