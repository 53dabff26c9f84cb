/** Draws ranges of the page with the CSS Custom Highlight API, which changes no element. Styles are in passageLayer.css. */

/** The names of the highlights; of two at the same place the later one is above. */
const LAYERS = [
  'passage-1',
  'passage-2',
  'passage-3',
  'passage-talk',
  'passage-unread',
  'passage-typing',
  'passage-pointed',
  'passage-open',
] as const
export type DrawingLayer = (typeof LAYERS)[number]

export type Drawing = Partial<Record<DrawingLayer, readonly Range[]>>

/** Not every browser has it. Without it only the marks in the margin are shown. */
const canDraw = () => typeof Highlight === 'function' && CSS.highlights !== undefined

/** With forced colours every highlight looks like the selection, so only these are drawn. The marks in the margin show the others. */
const WITH_FORCED_COLOURS: readonly DrawingLayer[] = ['passage-pointed', 'passage-open']

/** Replaces what is drawn. */
export function draw(drawing: Drawing): void {
  if (!canDraw()) return
  const shown = matchMedia('(forced-colors: active)').matches ? WITH_FORCED_COLOURS : LAYERS
  LAYERS.forEach((name, index) => {
    const ranges = (shown.includes(name) && drawing[name]) || []
    if (ranges.length === 0) {
      CSS.highlights.delete(name)
      return
    }
    const highlight = new Highlight(...ranges)
    highlight.priority = index
    CSS.highlights.set(name, highlight)
  })
}
