import { scrollerOf } from './scroller.ts'

/** Between what has the focus and a bar, in pixels. */
const GAP_PX = 8
const STUCK = new Set(['sticky', 'fixed'])

/**
 * Scrolls what takes the focus out from under bars that stay at an edge of the window or of a scroller, a field together with its label
 * (WCAG 2.4.11). Scroll margins do so for bars of known height; this is for all others. What a pointer presses stays under it. Returns
 * how to stop.
 */
export function keepFocusClearOfBars(): () => void {
  let isPressing = false
  const listening = new AbortController()

  const press = () => {
    isPressing = true
  }
  const release = () => {
    isPressing = false
  }
  function follow({ target }: FocusEvent) {
    if (isPressing || !(target instanceof HTMLElement)) return
    requestAnimationFrame(() => {
      if (document.activeElement === target) clear(target)
    })
  }

  window.addEventListener('pointerdown', press, { capture: true, signal: listening.signal })
  for (const name of ['pointerup', 'pointercancel', 'keydown'])
    window.addEventListener(name, release, { capture: true, signal: listening.signal })
  document.addEventListener('focusin', follow, listening)
  return () => listening.abort()
}

function clear(element: HTMLElement): void {
  const edges = edgesWithLabel(element)
  // What fills the window, such as a text that is written, is scrolled by its caret.
  if (edges.bottom - edges.top > window.innerHeight / 2) return
  const bar = barOver(element, edges.left, edges.top) ?? barOver(element, edges.left, edges.bottom - 1)
  if (bar === null) return
  const scroller = scrollerOf(element)
  // A bar may cover the whole element: the edge at which the bar stays tells where the element is clear of it.
  const top =
    middle(bar) < middle(visibleEdges(scroller))
      ? edges.top - bar.bottom - GAP_PX
      : edges.bottom - bar.top + GAP_PX
  scroller.scrollBy({ top, behavior: 'instant' })
}

interface Edges {
  top: number
  bottom: number
}

const middle = ({ top, bottom }: Edges) => (top + bottom) / 2

function visibleEdges(scroller: Element): Edges {
  const { top, bottom } = scroller.getBoundingClientRect()
  return { top: Math.max(top, 0), bottom: Math.min(bottom, window.innerHeight) }
}

function edgesWithLabel(element: HTMLElement): { top: number; bottom: number; left: number } {
  const { top, bottom, left, width } = element.getBoundingClientRect()
  const labels =
    element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement ? element.labels : null
  const tops = [...(labels ?? [])].map(label => label.getBoundingClientRect().top)
  return { top: Math.min(top, ...tops), bottom, left: left + width / 2 }
}

/** The bar that lies over a point of the element, if one does. */
function barOver(element: HTMLElement, x: number, y: number): DOMRect | null {
  const cover = document.elementFromPoint(x, Math.min(Math.max(y, 0), window.innerHeight - 1))
  if (cover === null || element.contains(cover) || cover.contains(element)) return null
  for (
    let part: Element | null = cover;
    part !== null && !part.contains(element);
    part = part.parentElement
  ) {
    // A toast goes by itself.
    if (part.matches('.toasts')) return null
    if (STUCK.has(getComputedStyle(part).position)) return part.getBoundingClientRect()
  }
  return null
}
