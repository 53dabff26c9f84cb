import { isDisplayed } from '#client/platform/browser/visibility.ts'
import type { AnchoredGroup } from './passages.groups.ts'
import type { RenderedNote } from './useRenderedText.ts'

/** Where the marks in the margin are, in pixels from the top of the layer. */
export interface LineMark {
  /** The middle of the line, or of the space below the paragraph. */
  top: number
  groups: readonly AnchoredGroup[]
}

/** A paragraph, heading, list item, table or code block. */
export interface Block {
  element: HTMLElement
  /** The middle of its first line. */
  top: number
}

export interface Layout {
  marks: readonly LineMark[]
  blocks: readonly Block[]
  /** The right edge of the text, and the space beside it. */
  textEnd: number
  margin: number
}

/** Lines whose tops differ less are the same line. In pixels. */
const SAME_LINE_PX = 8
/** A mark on a phone needs this space at the end of the last line. */
const MARK_WIDTH_PX = 56
/** From the last line of a paragraph to the middle of a mark below it. */
const BELOW_PX = 8
/** A note that consists of list markers only has thousands of blocks. */
const BLOCKS_MAX = 200

const BLOCK = 'p, summary, h2, h3, h4, h5, h6, li, pre, .md-table'
const CLOSED = 'details:not([open])'

/** Measures everything in one pass, so that the browser computes the layout once. */
export function measureLayout(
  layer: HTMLElement,
  { root, rangeOf }: RenderedNote,
  groups: readonly AnchoredGroup[],
  isPhone: boolean,
): Layout {
  const origin = layer.getBoundingClientRect()
  const text = root.getBoundingClientRect()
  const scroller = layer.closest('.note-container, .note-in-hub__note')?.getBoundingClientRect() ?? origin
  const positions = groups.flatMap(group => {
    const top = isPhone
      ? endOfBlock(rangeOf(group.range.start, group.range.end), text.right)
      : lineOf(rangeOf(group.range.start, group.range.start + 1))
    return top === null ? [] : [{ group, top: top - origin.top }]
  })
  return {
    marks: stack(positions),
    blocks: blocksIn(root, origin.top),
    textEnd: text.right - origin.left,
    margin: (outlineBeside(layer, text.right) ?? scroller.right) - text.right,
  }
}

/** The left edge of an outline on the right of the text. */
function outlineBeside(layer: HTMLElement, textRight: number): number | null {
  const outline = layer.parentElement?.querySelector('.outline-sidebar')?.getBoundingClientRect()
  return outline && outline.width > 0 && outline.left >= textRight ? outline.left : null
}

function stack(positions: readonly { group: AnchoredGroup; top: number }[]): LineMark[] {
  const marks: { top: number; groups: AnchoredGroup[] }[] = []
  for (const { group, top } of positions) {
    const line = marks.find(mark => Math.abs(mark.top - top) < SAME_LINE_PX)
    if (line) line.groups.push(group)
    else marks.push({ top, groups: [group] })
  }
  return marks.sort((a, b) => a.top - b.top)
}

function lineOf(range: Range | null): number | null {
  const line = range && shownPartOf(range).getClientRects()[0]
  return line ? (line.top + line.bottom) / 2 : null
}

/** In a part of the note that is closed, the words that open it. */
function shownPartOf(range: Range): Range {
  let shown = range
  const { startContainer: node } = range
  const element = node instanceof Element ? node : node.parentElement
  for (let closed = element?.closest(CLOSED); closed; closed = closed.parentElement?.closest(CLOSED)) {
    const summary = closed.querySelector(':scope > summary')
    if (summary === null || summary.contains(node)) continue
    shown = document.createRange()
    shown.selectNodeContents(summary)
  }
  return shown
}

/** At the end of the last line, if there is space, and otherwise below it. */
function endOfBlock(range: Range | null, right: number): number | null {
  if (range === null) return null
  const node = shownPartOf(range).startContainer
  const element = node instanceof Element ? node : node.parentElement
  const block = element?.closest<HTMLElement>(BLOCK)
  if (!block) return lineOf(range)
  const lines = rangeIn(block).getClientRects()
  const last = lines[lines.length - 1]
  if (!last) return null
  const isWide = block.matches('pre, .md-table')
  return !isWide && right - last.right >= MARK_WIDTH_PX
    ? (last.top + last.bottom) / 2
    : last.bottom + BELOW_PX
}

function blocksIn(root: HTMLElement, originTop: number): Block[] {
  return [...root.querySelectorAll<HTMLElement>(BLOCK)]
    .filter(isBlockOfText)
    .slice(0, BLOCKS_MAX)
    .flatMap(element => {
      const line = lineOf(rangeIn(element))
      return line === null ? [] : [{ element, top: line - originTop }]
    })
}

/** A list item with paragraphs, and a cell of a table, are no blocks of their own. */
const isBlockOfText = (element: HTMLElement) =>
  isDisplayed(element) &&
  !(element.matches('li') && element.querySelector(':scope > p')) &&
  !element.parentElement?.closest('.md-table')

/** The content of a block without the lists in it. */
export function rangeIn(block: HTMLElement): Range {
  const range = document.createRange()
  range.selectNodeContents(block)
  const nested = block.matches('li') && block.querySelector(':scope > :is(ul, ol)')
  if (nested) range.setEndBefore(nested)
  return range
}

/** The block that contains an element of the note. */
export function blockIndexOf(blocks: readonly Block[], target: EventTarget | null): number | null {
  if (!(target instanceof Element)) return null
  const index = blocks.findLastIndex(({ element }) => element.contains(target))
  return index === -1 ? null : index
}
