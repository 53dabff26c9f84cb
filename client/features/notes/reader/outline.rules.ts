import type { MarkdownHeading } from '#client/markdown/heading.rules.ts'

/** A note with fewer headings has no outline. */
export const OUTLINE_HEADINGS_MIN = 3
/** A note that consists of `#` characters only has thousands of headings. */
const ENTRIES_MAX = 100
const INDENT_MAX = 2

/** The entries of an outline. The highest level that the note uses has no indent. */
export function outlineEntries(headings: readonly MarkdownHeading[]) {
  const shown = headings.slice(0, ENTRIES_MAX)
  const highest = Math.min(...shown.map(({ level }) => level))
  return shown.map(heading => ({ heading, depth: Math.min(heading.level - highest, INDENT_MAX) }))
}

/** A fraction of the viewport height. The section that begins above this line is being read. */
const READING_LINE = 0.3

/**
 * The reading line in pixels from the top of a viewport that can still scroll down by `remaining` pixels. Towards the end it moves to
 * the bottom, because the last sections cannot scroll further up.
 */
export function readingLine(height: number, remaining: number): number {
  return height - Math.min(remaining, height * (1 - READING_LINE))
}

/** Binary search for the last item that matches. All items before a match must match as well. */
export function findLast<Item>(items: readonly Item[], matches: (item: Item) => boolean): Item | undefined {
  let start = 0
  let end = items.length
  while (start < end) {
    const middle = (start + end) >> 1
    const item = items[middle]
    if (item !== undefined && matches(item)) start = middle + 1
    else end = middle
  }
  return items[start - 1]
}
