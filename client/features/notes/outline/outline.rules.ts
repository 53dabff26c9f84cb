import type { WrittenHeading } from '#client/markdown/heading.rules.ts'

/** A note with fewer headings is seen at a glance. */
export const OUTLINE_FROM = 3
/** More than anybody writes; a note of nothing but signs has thousands. */
const MOST = 100
/** Deeper ones are indented no further. */
const DEEPEST = 2

/** The entries of an outline. The highest level that a note uses is not indented, whichever it is. */
export function shownHeadings(headings: readonly WrittenHeading[]) {
  const shown = headings.slice(0, MOST)
  const highest = Math.min(...shown.map(({ level }) => level))
  return shown.map(heading => ({ heading, depth: Math.min(heading.level - highest, DEEPEST) }))
}

/** As a part of the height in sight: what begins above this line is being read. */
const READING_LINE = 0.3

/**
 * In pixels from the top of a height in sight, below which `below` pixels are left to scroll to. Towards their end the line sinks to
 * the bottom: what begins there can be brought no further up.
 */
export function readingLine(height: number, below: number): number {
  return height - Math.min(below, height * (1 - READING_LINE))
}

/** The last of these, which follow each other down the page, that `isPassed`; found by halving. */
export function lastPassed<Item>(
  items: readonly Item[],
  isPassed: (item: Item) => boolean,
): Item | undefined {
  let passed = 0
  let notPassed = items.length
  while (passed < notPassed) {
    const middle = (passed + notPassed) >> 1
    const item = items[middle]
    if (item !== undefined && isPassed(item)) passed = middle + 1
    else notPassed = middle
  }
  return items[passed - 1]
}
