import { graphemeStart } from '#protocol/graphemes.ts'
import { NOTE_BODY_MAX } from '#protocol/limits.ts'
import { parseBlocks } from './markdown.parser.ts'

/**
 * Splits long texts into the parts of a series. Parts that end with a line break join to exactly the text, so a code block or a list
 * may go on in the next part.
 */

/** A position at which a text can be cut, at the start of a line. */
interface Break {
  position: number
  kind: 'heading' | 'block' | 'item'
}

/** A cut in this last fraction of a part is preferred to an earlier one. */
const PREFERRED_FRACTION = 0.4
/** A part is at least this fraction of the maximum, unless the text has no other place for a cut. */
const MIN_FRACTION = 0.2

/**
 * Splits a text into parts of at most `max` UTF-16 units. A part ends before a heading, else between blocks, else between list items or
 * lines, else between words, and never within a grapheme.
 */
export function splitIntoParts(text: string, max: number = NOTE_BODY_MAX): string[] {
  if (text.length <= max) return [text]
  const breaks = breaksOf(text)
  const parts: string[] = []
  let from = 0
  while (text.length - from > max) {
    const end = findBreak(breaks, from, from + max) ?? findBreakInBlock(text, from, from + max)
    parts.push(text.slice(from, end))
    from = end
  }
  return from < text.length ? [...parts, text.slice(from)] : parts
}

/**
 * Where the editor cuts a text that continues in the next part: before its last section or block. The end of the text if it fits and
 * has no such place.
 */
export function goodBreak(text: string, max: number = NOTE_BODY_MAX): number {
  const limit = Math.min(text.length, max)
  const position = findBreak(breaksOf(text), 0, limit, ['heading', 'block'])
  return position ?? (text.length <= max ? text.length : findBreakInBlock(text, 0, limit))
}

function findBreak(
  breaks: readonly Break[],
  from: number,
  to: number,
  kinds: readonly Break['kind'][] = ['heading', 'block', 'item'],
): number | undefined {
  const preferredFrom = to - (to - from) * PREFERRED_FRACTION
  const minFrom = from + (to - from) * MIN_FRACTION
  const within = breaks.filter(
    ({ position, kind }) => position > from && position <= to && kinds.includes(kind),
  )
  const last = (after: number, ...accepted: Break['kind'][]) =>
    within.findLast(({ position, kind }) => position > after && accepted.includes(kind))?.position
  return (
    last(preferredFrom, 'heading') ??
    last(preferredFrom, 'heading', 'block') ??
    last(minFrom, 'heading', 'block') ??
    last(preferredFrom, 'item')
  )
}

/** The end of the last line, else of the last word or grapheme, that fits. */
function findBreakInBlock(text: string, from: number, to: number): number {
  const [afterLine, afterWord] = ['\n', ' '].map(sign => text.lastIndexOf(sign, to - 1) + 1)
  if (afterLine !== undefined && afterLine > from) return afterLine
  if (afterWord !== undefined && afterWord > from) return afterWord
  const start = graphemeStart(text, to)
  return start > from ? start : to
}

/** The breaks of a text in order. A heading stays with the block that follows it. */
function breaksOf(text: string): Break[] {
  const lineStarts = lineStartsOf(text)
  const breaks: Break[] = []
  let previousType = ''
  let lastLine = 0
  for (const { type, level, nesting, map } of parseBlocks(text)) {
    const isItem = type === 'list_item_open' && level === 1
    if (!map || nesting < 0 || (level > 0 && !isItem)) continue
    const [line] = map
    const position = lineStarts[line]
    const kind = isItem ? 'item' : type === 'heading_open' ? 'heading' : 'block'
    // The first item of a list begins where the list begins. Footnotes may be listed out of order.
    if (position !== undefined && line > lastLine && previousType !== 'heading_open') {
      breaks.push({ position, kind })
      lastLine = line
    }
    if (!isItem) previousType = type
  }
  return breaks
}

function lineStartsOf(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at >= 0; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}
