import { TextJoiner } from '#protocol/markdown/text.joiner.ts'
import type { Span } from '#protocol/passageText.ts'

/** The text of a rendered note, and where it is on the page. Valid until the content of the note changes; then it may have no ranges. */
export interface RenderedText {
  /** Equals `noteText` of the Markdown. Its beginning, while the note is rendered in steps. */
  text: string
  /** The position of a point on the page. A point in a formula has the position of its start. */
  positionOf: (node: Node, offset: number) => number
  /** The text of a selection, with whole formulas. Null if it has none. */
  spanOf: (range: AbstractRange) => Span | null
  /** The part of the page that shows a span. Contains whole formulas. Null if it has no text, or if the page has changed since. */
  rangeOf: (start: number, end: number) => Range | null
}

/** A text node, or an element that counts as one unit. */
interface Segment extends Span {
  node: Node
}

/** Elements that begin and end a block. All other elements are inline. */
const BLOCKS = new Set(
  'p h1 h2 h3 h4 h5 h6 ul ol li blockquote details summary pre div table thead tbody tr br hr'.split(' '),
)
const CELLS = new Set(['td', 'th'])
const DISPLAYED = /(?:^|\s)md-(?:formula|unrendered)-display(?:\s|$)/

/** Reads a rendered note. `root` is its `.md` element. Takes one pass. */
export function readRenderedText(root: Element): RenderedText {
  const segments: Segment[] = []
  const joiner = new TextJoiner()
  collect(root, joiner, segments)
  const text = joiner.text
  const indexes = new Map(segments.map(({ node }, index) => [node, index]))

  /** The segment that contains a point; otherwise the first one after it. */
  function segmentAt(node: Node, offset: number): Segment | undefined {
    const index = indexes.get(node)
    if (index !== undefined) return segments[index]
    return segments[firstIndex(segments, segment => !isBefore(segment.node, node, offset))]
  }

  function positionOf(node: Node, offset: number): number {
    const segment = segmentAt(node, offset)
    if (segment === undefined) return text.length
    return segment.node === node && isText(node)
      ? Math.min(segment.start + offset, segment.end)
      : segment.start
  }

  return {
    text,
    positionOf,
    spanOf({ startContainer, startOffset, endContainer, endOffset }) {
      const start = positionOf(startContainer, startOffset)
      const last = segmentAt(endContainer, endOffset)
      const end =
        last !== undefined && isInUnit(last.node, endContainer)
          ? last.end
          : positionOf(endContainer, endOffset)
      return text.slice(start, end).trim() === '' ? null : { start, end }
    },
    rangeOf(start, end) {
      if (start >= end) return null
      const first = segments[firstIndex(segments, segment => segment.end > start)]
      const last = segments[firstIndex(segments, segment => segment.start >= end) - 1]
      if (first === undefined || last === undefined || first.start > last.start) return null
      if (!isCurrent(first) || !isCurrent(last)) return null
      const range = root.ownerDocument.createRange()
      if (isText(first.node)) range.setStart(first.node, Math.max(start - first.start, 0))
      else range.setStartBefore(first.node)
      if (isText(last.node)) range.setEnd(last.node, Math.min(end, last.end) - last.start)
      else range.setEndAfter(last.node)
      return range
    },
  }
}

function collect(parent: Element, joiner: TextJoiner, segments: Segment[]): void {
  for (let node = parent.firstChild; node !== null; node = node.nextSibling) {
    if (isText(node)) addSegment(node, node.data, joiner, segments)
    else if (isElement(node)) collectElement(node, joiner, segments)
  }
}

function collectElement(element: Element, joiner: TextJoiner, segments: Segment[]): void {
  const text = element.getAttribute('data-text')
  const separator = separatorOf(element)
  if (separator) joiner.separate(separator)
  if (text === null) collect(element, joiner, segments)
  else addSegment(element, text, joiner, segments)
  if (separator) joiner.separate(separator)
}

function addSegment(node: Node, text: string, joiner: TextJoiner, segments: Segment[]): void {
  if (text === '') return
  const start = joiner.append(text)
  segments.push({ node, start, end: start + text.length })
}

function separatorOf(element: Element): '\n' | '\t' | null {
  if (CELLS.has(element.localName)) return '\t'
  return BLOCKS.has(element.localName) || DISPLAYED.test(element.className) ? '\n' : null
}

/** Whether the page still shows a segment: its node may have been removed, or have got another text. */
function isCurrent({ node, start, end }: Segment): boolean {
  return node.isConnected && (!isText(node) || node.length === end - start)
}

function isText(node: Node): node is Text {
  return node.nodeType === node.TEXT_NODE
}

function isElement(node: Node): node is Element {
  return node.nodeType === node.ELEMENT_NODE
}

/** Whether a point is inside of a unit. */
function isInUnit(unit: Node, node: Node): boolean {
  return !isText(unit) && unit.contains(node)
}

/** Whether a segment ends before a point that is not in a text node of the note. */
function isBefore(segment: Node, node: Node, offset: number): boolean {
  if (isInUnit(segment, node)) return false
  const next = node.childNodes[offset]
  if (next !== undefined) return !next.contains(segment) && follows(next, segment)
  return node.contains(segment) || follows(node, segment)
}

function follows(node: Node, other: Node): boolean {
  return (node.compareDocumentPosition(other) & node.DOCUMENT_POSITION_PRECEDING) !== 0
}

/** Binary search: the predicate is false for the first segments and true for the others. */
function firstIndex(segments: readonly Segment[], predicate: (segment: Segment) => boolean): number {
  let [low, high] = [0, segments.length]
  while (low < high) {
    const middle = (low + high) >>> 1
    if (segments[middle] && predicate(segments[middle])) high = middle
    else low = middle + 1
  }
  return low
}
