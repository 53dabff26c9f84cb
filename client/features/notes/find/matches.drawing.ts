import './matches.css'

/** Draws matches in a rendered note with the CSS Custom Highlight API, which changes no element. */

/** All matches, and the current one above them. Both are above the highlights of passages. */
const FOUND = { name: 'found', priority: 20 }
const CURRENT = { name: 'found-current', priority: 21 }

/** Not every browser has it. Without it the current match is only scrolled to. */
const canDraw = () => typeof Highlight === 'function' && CSS.highlights !== undefined

export function drawFound(found: readonly AbstractRange[], current: readonly AbstractRange[]): void {
  draw(FOUND, found)
  draw(CURRENT, current)
}

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
