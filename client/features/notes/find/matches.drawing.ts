import type { HighlightLayer } from '#client/features/notes/editor/text/highlightLayer.ts'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'
import type { FinderState } from './finder.ts'
import './matches.css'

/** Draws matches with the CSS Custom Highlight API, which changes no element: into the overlay of the editor, or a rendered note. */

/** All matches, and the current one above them. Both are above the highlights of passages. */
const FOUND = { name: 'found', priority: 20 }
const CURRENT = { name: 'found-current', priority: 21 }
/** More would slow down typing, and are below the screen in any case. */
const DRAWN_MAX = 2_000

/** Not every browser has it. Without it the current match is only scrolled to. */
const canDraw = () => typeof Highlight === 'function' && CSS.highlights !== undefined

export function drawMatches(layer: HighlightLayer, { matches, current }: FinderState): void {
  const match = matches[current]
  const found = layer.rangesOf(matches.slice(0, DRAWN_MAX)).flat()
  drawFound(found, match ? layer.rangesOf([match]).flat() : [])
}

export function drawFound(found: readonly AbstractRange[], current: readonly AbstractRange[]): void {
  draw(FOUND, found)
  draw(CURRENT, current)
}

export const clearMatches = () => drawFound([], [])

function draw({ name, priority }: typeof FOUND, ranges: readonly AbstractRange[]): void {
  if (!canDraw()) return
  if (ranges.length === 0) {
    CSS.highlights.delete(name)
    return
  }
  const highlight = new Highlight(...ranges)
  highlight.priority = priority
  CSS.highlights.set(name, highlight)
}

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
