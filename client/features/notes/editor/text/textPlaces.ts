/** Places of characters in a copy of the text that has the same layout as the text area. Pixels from the top left corner of the copy. */
export interface TextPlaces {
  /** The place of the caret before a character of the text. Undefined if there is none. */
  placeOf: (text: string, index: number) => { left: number; top: number } | undefined
  /** The boxes of a selection, one or more per row. */
  boxesOf: (text: string, from: number, to: number) => DOMRect[]
}

/** Rows of more lines are not shown as selected. */
const SELECTED_LINES_MAX = 300

/** `lineAt` returns the element of a zero-based line, whose last child is its text; `box` the copy's. */
export function createTextPlaces(
  lineAt: (line: number) => HTMLElement | undefined,
  box: () => DOMRect | undefined,
): TextPlaces {
  return {
    placeOf(text, index) {
      const { line, column } = positionOf(text, index)
      const element = lineAt(line)
      const origin = box()
      return element && origin && placeIn(element, column, origin)
    },
    boxesOf(text, from, to) {
      const origin = box()
      if (origin === undefined || from >= to) return []
      const first = positionOf(text, from)
      const last = positionOf(text, to)
      const lines = Math.min(last.line - first.line + 1, SELECTED_LINES_MAX)
      return Array.from({ length: lines }, (_, index) => first.line + index).flatMap(line => {
        const textNode = lineAt(line)?.lastChild
        if (!(textNode instanceof Text)) return []
        const range = new Range()
        range.setStart(textNode, line === first.line ? Math.min(first.column, textNode.length) : 0)
        range.setEnd(textNode, line === last.line ? Math.min(last.column, textNode.length) : textNode.length)
        return [...range.getClientRects()].map(
          ({ left, top, width, height }) => new DOMRect(left - origin.left, top - origin.top, width, height),
        )
      })
    },
  }
}

function positionOf(text: string, index: number): { line: number; column: number } {
  const before = text.slice(0, index)
  return { line: before.split('\n').length - 1, column: index - (before.lastIndexOf('\n') + 1) }
}

/** The place before the character of a line, relative to a box. */
function placeIn(line: HTMLElement, column: number, box: DOMRect): { left: number; top: number } {
  const textNode = line.lastChild
  const range = new Range()
  if (textNode instanceof Text && textNode.length > 0) {
    const end = Math.min(column, textNode.length)
    range.setStart(textNode, Math.max(0, end - 1))
    range.setEnd(textNode, Math.max(1, end))
    const character = [...range.getClientRects()].at(-1)
    if (character)
      return {
        left: (column === 0 ? character.left : character.right) - box.left,
        top: character.top - box.top,
      }
  }
  const { left, top } = line.getBoundingClientRect()
  return { left: left - box.left, top: top - box.top }
}
