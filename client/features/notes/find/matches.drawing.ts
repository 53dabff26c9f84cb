import type { HighlightLayer } from '#client/features/notes/editor/text/highlightLayer.ts'
import { scrollerOf } from '#client/platform/browser/scrolling.ts'
import type { FinderState } from './finder.ts'

/** Draws the matches with the CSS Custom Highlight API into the overlay of the text. Styles are in findBar.css. */

/** All matches, and the current one above them. */
const [FOUND, CURRENT] = ['found', 'found-current'] as const
/** More would slow down typing, and are below the screen in any case. */
const DRAWN_MAX = 2_000

/** Not every browser has it. Without it the current match is only scrolled to. */
const canDraw = () => typeof Highlight === 'function' && CSS.highlights !== undefined

export function drawMatches(layer: HighlightLayer, { matches, current }: FinderState): void {
  const match = matches[current]
  draw(FOUND, layer.rangesOf(matches.slice(0, DRAWN_MAX)).flat(), 0)
  draw(CURRENT, match ? layer.rangesOf([match]).flat() : [], 1)
}

export function clearMatches(): void {
  draw(FOUND, [], 0)
  draw(CURRENT, [], 1)
}

/** Also for the matches in a rendered note. */
export function draw(name: string, ranges: readonly AbstractRange[], priority: number): void {
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
