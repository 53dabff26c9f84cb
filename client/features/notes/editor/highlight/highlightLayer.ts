import { type PageEnd, pageEndsIn } from '#client/features/notes/note.length.ts'
import { drawLine, newLine } from './line.element.ts'
import { fenceAfter, marksOf } from './line.marks.ts'
import { type Piece, piecesOf } from './line.pieces.ts'

/**
 * A copy of a text area's text over it, line by line within the same edges, of which nothing is seen but what it puts on the text: a
 * veil over signs, a tint, a mark in the margin. The words that one reads are always the text area's own.
 */
export interface HighlightLayer {
  /** The part of the page in which it stands. Returns how to leave it. */
  attach: (sheet: HTMLElement) => () => void
  /** Draws those lines anew that are not as in `text`. */
  write: (text: string) => void
  /** In these lines, from 0, somebody writes: there the signs are as clear as the words. Null: in none. */
  showWriting: (lines: { first: number; last: number } | null) => void
  /**
   * How far below the first line this one begins, in pixels, or the row of it in which the sign before `column` stands; undefined
   * where there is no such line.
   */
  topOf: (line: number, column?: number) => number | undefined
  /** How far below the beginning of the first line this one ends, in pixels; undefined where there is no such line. */
  bottomOf: (line: number) => number | undefined
}

interface Line {
  text: string
  /** The fence that is open before it. */
  fence: string | null
  /** The manuscript pages that end in it. */
  pages: readonly PageEnd[]
  element: HTMLElement
  /** What stands in the element. */
  pieces: readonly Piece[]
}

/** Every key moves the ends of all pages behind it: they follow in a pause of so many milliseconds. */
const PAGES_AFTER_MS = 400

export function createHighlightLayer(): HighlightLayer {
  let sheet: HTMLElement | null = null
  let lines: Line[] = []
  let written: readonly Line[] = []
  let paging: ReturnType<typeof setTimeout> | undefined

  function write(text: string) {
    if (sheet === null) return
    const texts = text.split('\n')
    const most = Math.min(texts.length, lines.length)
    let head = 0
    while (head < most && lines[head]?.text === texts[head]) head += 1
    let tail = 0
    while (tail < most - head && lines.at(-1 - tail)?.text === texts.at(-1 - tail)) tail += 1
    if (head === texts.length && head === lines.length) return

    const after = lines.slice(lines.length - tail)
    const gone = lines.slice(head, lines.length - tail)
    let fence = fenceBehind(lines[head - 1])
    const fresh = texts.slice(head, texts.length - tail).map((lineText, place) => {
      const { pages, element, pieces } = gone[place] ?? { pages: [], element: newLine(), pieces: [] }
      const line = { text: lineText, fence, pages, element, pieces }
      fence = fenceAfter(lineText, fence)
      draw(line)
      return line
    })
    for (const { element } of gone.slice(fresh.length)) element.remove()
    const place = after[0]?.element ?? null
    for (const { element } of fresh.slice(gone.length)) sheet.insertBefore(element, place)
    for (const line of after) {
      if (line.fence === fence) break
      line.fence = fence
      fence = fenceAfter(line.text, fence)
      draw(line)
    }
    lines = [...lines.slice(0, head), ...fresh, ...after]
    clearTimeout(paging)
    paging = setTimeout(movePages, PAGES_AFTER_MS)
  }

  function movePages() {
    let begins = 0
    for (const line of lines) {
      const pages = pageEndsIn(begins, line.text.length)
      begins += line.text.length + 1
      if (isSame(pages, line.pages)) continue
      line.pages = pages
      draw(line)
    }
  }

  function draw(line: Line) {
    const pieces = piecesOf(line.text, marksOf(line.text, line.fence), line.pages)
    drawLine(line.element, line.text, { pieces, before: line.pieces })
    line.pieces = pieces
  }

  return {
    attach(element) {
      sheet = element
      return () => {
        clearTimeout(paging)
        sheet = null
        lines = []
        written = []
      }
    },
    write,
    showWriting(place) {
      const now = place === null ? [] : lines.slice(place.first, place.last + 1)
      if (
        now.length === written.length &&
        now.every((line, index) => line.element === written[index]?.element)
      )
        return
      for (const { element } of written) delete element.dataset.writing
      for (const { element } of now) element.dataset.writing = ''
      written = now
    },
    topOf(line, column = 0) {
      const element = lines[line]?.element
      return element && element.offsetTop + (column === 0 ? 0 : rowOf(element, column))
    },
    bottomOf(line) {
      const element = lines[line]?.element
      return element && element.offsetTop + element.offsetHeight
    },
  }
}

/** How far below the beginning of its line the row of the sign before a column is, in pixels. */
function rowOf(line: HTMLElement, column: number): number {
  const words = line.lastChild
  if (!(words instanceof Text) || words.length === 0) return 0
  const sign = new Range()
  const end = Math.min(column, words.length)
  sign.setStart(words, end - 1)
  sign.setEnd(words, end)
  const row = [...sign.getClientRects()].at(-1)
  return row ? row.top - line.getBoundingClientRect().top : 0
}

const fenceBehind = (line: Line | undefined) =>
  line === undefined ? null : fenceAfter(line.text, line.fence)

function isSame(some: readonly PageEnd[], others: readonly PageEnd[]): boolean {
  return (
    some.length === others.length &&
    some.every(({ at, page }, index) => at === others[index]?.at && page === others[index].page)
  )
}
