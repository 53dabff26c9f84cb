import { scrollerOf } from './scroller.ts'

/**
 * Scrolls the box that an element stands in, and the page only as far as the element would not be seen otherwise: the browser's own
 * way puts it at the same place of the page as of its box, and so moves all that stands beside the box.
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
