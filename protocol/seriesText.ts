/** The text of a series: the texts of its parts, read as one. */

interface PartText {
  text: string
}

export function wholeText(parts: readonly PartText[]): string {
  return parts.map(({ text }, index) => separatorBefore(parts, index) + text).join('')
}

/** A part that does not end with a line break is followed by a blank line. */
function separatorBefore(parts: readonly PartText[], index: number): string {
  return index === 0 || parts[index - 1]?.text.endsWith('\n') ? '' : '\n\n'
}

/** The positions in the whole text at which the parts begin, in UTF-16 units. */
export function startsOf(parts: readonly PartText[]): number[] {
  let end = 0
  return parts.map(({ text }, index) => {
    const start = end + separatorBefore(parts, index).length
    end = start + text.length
    return start
  })
}

interface PlaceInPart {
  /** The index of the part. */
  index: number
  /** In UTF-16 units. */
  position: number
}

/** The part with a position of the whole text. A position within a separator is the end of the part before it. */
export function partAt(parts: readonly PartText[], position: number): PlaceInPart {
  const starts = startsOf(parts)
  const index = Math.max(
    0,
    starts.findLastIndex(start => start <= position),
  )
  const length = parts[index]?.text.length ?? 0
  return { index, position: Math.max(0, Math.min(position - (starts[index] ?? 0), length)) }
}

/** The parts of a whole text by their lengths in UTF-16 units. Null if they do not fit the text. */
export function partsOfLengths(whole: string, lengths: readonly number[]): string[] | null {
  const parts: PartText[] = []
  let at = 0
  for (const length of lengths) {
    at += parts.length === 0 ? 0 : separatorBefore(parts, parts.length).length
    parts.push({ text: whole.slice(at, at + length) })
    at += length
  }
  const texts = parts.map(({ text }) => text)
  const isExact = texts.every((text, index) => text.length === lengths[index]) && wholeText(parts) === whole
  return isExact ? texts : null
}
