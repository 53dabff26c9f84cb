import type { HighlightLayer } from '#client/features/notes/editor/text/highlightLayer.ts'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'

/** Between a match and the edges of what is visible, in pixels. */
const GAP_PX = 48

/** Scrolls to a place of the text, only if it is not in view. */
export function showPlace(
  area: HTMLTextAreaElement,
  layer: HighlightLayer,
  text: string,
  index: number,
): void {
  const place = layer.placeOf(text, index)
  if (place === undefined) return
  const scroller = scrollerOf(area)
  const box = scroller.getBoundingClientRect()
  const top = area.getBoundingClientRect().top + place.top
  if (top >= box.top + GAP_PX && top <= box.bottom - 2 * GAP_PX) return
  scroller.scrollBy({ top: top - box.top - box.height / 3, behavior: 'instant' })
}
