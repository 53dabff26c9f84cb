import { type RefObject, useLayoutEffect, useRef } from 'react'
import { scrollerOf } from './scrolling.ts'

const HEADING = 'h1[tabindex="-1"], h2[tabindex="-1"]'

/**
 * Restores the focus when the focused element is removed: the browser would start again at the top of the page. The focus moves to
 * the nearest remaining ancestor that accepts it (a list, a section), or to the heading in it. A component that knows a better place
 * focuses it right away. Returns the unsubscribe function.
 */
export function restoreLostFocus(): () => void {
  /** The focused element and its ancestors, the innermost first. */
  let ancestors: Element[] = []

  function remember({ target }: FocusEvent) {
    ancestors = []
    for (let at = target as Element | null; at !== null; at = at.parentElement) ancestors.push(at)
  }
  function forget({ target }: FocusEvent) {
    // The element is still in the page, so the user moved the focus away.
    queueMicrotask(() => {
      if (ancestors[0] === target && ancestors[0]?.isConnected) ancestors = []
    })
  }
  function repair() {
    const isLost = ancestors[0]?.isConnected === false && document.activeElement === document.body
    if (isLost) requestAnimationFrame(giveFocus)
  }
  function giveFocus() {
    if (document.activeElement !== document.body) return
    for (const place of ancestors.filter(each => each.isConnected)) {
      const taker = place.querySelector<HTMLElement>(HEADING) ?? (place as HTMLElement)
      if (taker.tabIndex === -1 && taker.hasAttribute('tabindex')) return taker.focus({ preventScroll: true })
    }
  }

  const removals = new MutationObserver(repair)
  document.addEventListener('focusin', remember)
  document.addEventListener('focusout', forget)
  removals.observe(document.body, { childList: true, subtree: true })
  return () => {
    document.removeEventListener('focusin', remember)
    document.removeEventListener('focusout', forget)
    removals.disconnect()
  }
}

/**
 * Makes Tab continue from the element without focusing it. If something else has the focus, it keeps it. Browsers continue from the
 * last focused place; only some continue from the place that was scrolled to.
 */
export function setTabStart(element: HTMLElement): void {
  if (document.activeElement !== document.body) return
  element.tabIndex = -1
  element.focus({ preventScroll: true })
  element.blur()
  element.removeAttribute('tabindex')
}

/** Between the focused element and a bar, in pixels. */
const GAP_PX = 8
const STICKY_POSITIONS = new Set(['sticky', 'fixed'])

/**
 * Scrolls the focused element, with its label, out from under sticky and fixed bars (WCAG 2.4.11). Scroll margins cover the bars of
 * known height; this covers all others. A pressed element does not move under the pointer. Returns the unsubscribe function.
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
  function scrollToFocus({ target }: FocusEvent) {
    if (isPressing || !(target instanceof HTMLElement)) return
    requestAnimationFrame(() => {
      if (document.activeElement === target) scrollClearOfBars(target)
    })
  }

  window.addEventListener('pointerdown', press, { capture: true, signal: listening.signal })
  for (const name of ['pointerup', 'pointercancel', 'keydown'])
    window.addEventListener(name, release, { capture: true, signal: listening.signal })
  document.addEventListener('focusin', scrollToFocus, listening)
  return () => listening.abort()
}

function scrollClearOfBars(element: HTMLElement): void {
  const edges = edgesWithLabel(element)
  // The page does not scroll to an element out of view, such as a heading that took the focus from a removed button.
  if (edges.bottom <= 0 || edges.top >= window.innerHeight) return
  // In a field that fills the window, such as the editor, the caret decides what is scrolled to.
  if (edges.bottom - edges.top > window.innerHeight / 2) return
  const bar = barOver(element, edges.left, edges.top) ?? barOver(element, edges.left, edges.bottom - 1)
  if (bar === null) return
  const scroller = scrollerOf(element)
  // A bar may cover the whole element, so its position in the scroller decides the direction.
  const isBarAbove = middleOf(bar) < middleOf(visibleEdges(scroller))
  const top = isBarAbove ? edges.top - bar.bottom - GAP_PX : edges.bottom - bar.top + GAP_PX
  scroller.scrollBy({ top, behavior: 'instant' })
}

interface Edges {
  top: number
  bottom: number
}

const middleOf = ({ top, bottom }: Edges) => (top + bottom) / 2

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

/** The box of the bar that covers a point of the element; null if none does. */
function barOver(element: HTMLElement, x: number, y: number): DOMRect | null {
  const cover = document.elementFromPoint(x, Math.min(Math.max(y, 0), window.innerHeight - 1))
  if (cover === null || element.contains(cover) || cover.contains(element)) return null
  for (
    let part: Element | null = cover;
    part !== null && !part.contains(element);
    part = part.parentElement
  ) {
    // A toast disappears by itself.
    if (part.matches('.toasts')) return null
    if (STICKY_POSITIONS.has(getComputedStyle(part).position)) return part.getBoundingClientRect()
  }
  return null
}

/** Calls `onFocusLost` when the element with the returned ref is unmounted while the focus is in it. */
export function useOnFocusLost<Target extends HTMLElement>(
  onFocusLost: () => void,
): RefObject<Target | null> {
  const element = useRef<Target>(null)
  const callback = useRef(onFocusLost)
  useLayoutEffect(() => {
    callback.current = onFocusLost
  })
  useLayoutEffect(() => {
    const node = element.current
    return () => {
      if (node?.contains(document.activeElement)) callback.current()
    }
  }, [])
  return element
}
