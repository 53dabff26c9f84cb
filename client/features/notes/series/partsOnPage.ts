import { readingLine } from '#client/features/notes/reader/Outline.tsx'
import { bringIntoView, scrollerOf } from '#client/platform/browser/scrolling.ts'
import { startsOf } from '#protocol/seriesText.ts'
import type { Part } from './series.queries.ts'

/** Finds the parts of a series in the rendered text. */

/** The parser counts lines like this. */
const LINE_BREAK = /\r\n?|\n/

/** The lines of the whole text at which the parts begin, from 0. */
export function firstLinesOf(parts: readonly Pick<Part, 'text'>[], whole: string): number[] {
  return startsOf(parts).map(start => whole.slice(0, start).split(LINE_BREAK).length - 1)
}

/** The first line of the block that is being read. `blockLines`: the first lines of the rendered blocks. */
export function lineBeingRead(sheet: HTMLElement, blockLines: readonly number[]): number {
  const { scrollHeight, scrollTop, clientHeight } = scrollerOf(sheet)
  const line = readingLine(window.innerHeight, scrollHeight - scrollTop - clientHeight)
  const index = blocksOf(sheet).findLastIndex(block => block.getBoundingClientRect().top < line)
  return blockLines[index] ?? 0
}

/** Scrolls to the block with this line of the text. */
export function showLine(sheet: HTMLElement, blockLines: readonly number[], line: number): void {
  const index = blockLines.findLastIndex(first => first <= line)
  const block = blocksOf(sheet)[Math.max(0, index)]
  if (block) bringIntoView(block)
}

function blocksOf(sheet: HTMLElement): HTMLElement[] {
  const children = sheet.querySelector('.md')?.children ?? []
  return [...children].filter(
    (block): block is HTMLElement => block instanceof HTMLElement && !block.matches('.md-retry'),
  )
}
