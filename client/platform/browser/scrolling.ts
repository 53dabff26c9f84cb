/** The element that scrolls to show `element`: its nearest scrollable ancestor, or else the page. */
export function scrollerOf(element: HTMLElement): Element {
  for (let box = element.parentElement; box !== null; box = box.parentElement) {
    const isBox = box !== document.body && box !== document.documentElement
    if (isBox && /auto|scroll/.test(getComputedStyle(box).overflowY)) return box
  }
  return document.scrollingElement ?? document.documentElement
}

/**
 * Scrolls the element's scroller to the element, and the page only as far as needed to show it. The browser's own `scrollIntoView`
 * aligns the page as well, which moves everything beside the scroller.
 */
export function bringIntoView(element: HTMLElement, block: 'start' | 'center' | 'end' = 'start'): void {
  const scroller = scrollerOf(element)
  if (scroller === document.scrollingElement) {
    element.scrollIntoView({ block })
    return
  }
  const [box, edges] = [scroller.getBoundingClientRect(), element.getBoundingClientRect()]
  const spare = Math.max(0, box.height - edges.height)
  const wanted = box.top + { start: 0, center: spare / 2, end: spare }[block]
  scroller.scrollBy({ top: edges.top - wanted, behavior: 'instant' })
  element.scrollIntoView({ block: 'nearest' })
}

/** Scrolls to the element with this id and focuses it; does nothing if there is none. */
export function scrollToAndFocus(id: string, block: 'start' | 'center' = 'start'): void {
  const place = document.getElementById(id)
  if (place === null) return
  bringIntoView(place, block)
  place.focus({ preventScroll: true })
}

/** Props that make a box with overflow focusable, so that it can be scrolled by keyboard, and name it for screen readers. */
export function scrollable(label: string) {
  return { role: 'group', 'aria-label': label, tabIndex: 0 }
}
