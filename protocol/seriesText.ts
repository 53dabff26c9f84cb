/** The text of a series: the texts of its parts, read as one. */

/** Parts that do not end with a line break are separated by a blank line. */
const SEPARATOR = '\n\n'

export function wholeText(parts: readonly string[]): string {
  return parts.map((part, index) => separatorBefore(parts, index) + part).join('')
}

function separatorBefore(parts: readonly string[], index: number): string {
  return index === 0 || parts[index - 1]?.endsWith('\n') ? '' : SEPARATOR
}

interface PlaceInPart {
  /** The index of the part. */
  index: number
  /** In UTF-16 units. */
  position: number
}

/** The part with a position of the whole text. A position within a separator is the end of the part before it. */
export function partAt(parts: readonly string[], position: number): PlaceInPart {
  let place: PlaceInPart = { index: 0, position: 0 }
  let start = 0
  for (const [index, part] of parts.entries()) {
    start += separatorBefore(parts, index).length
    if (index > 0 && position < start) break
    place = { index, position: Math.min(position - start, part.length) }
    start += part.length
  }
  return place
}

/** The positions in the whole text at which the parts begin. */
export function startsOf(parts: readonly string[]): number[] {
  let end = 0
  return parts.map((part, index) => {
    const start = end + separatorBefore(parts, index).length
    end = start + part.length
    return start
  })
}
