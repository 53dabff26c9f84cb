import type { Context } from '#server/context.ts'
import type { BlockCount } from './suggestionCounts.repository.ts'

/**
 * Suggestion numbers per block. Reading a page reads all counts and then scans one block, so the best size is about
 * the square root of the expected maximum of some millions.
 */
const BLOCK_SIZE = 1_000

/** Block 0 has the numbers 1 to BLOCK_SIZE, and so on. */
export function blockOf(suggestionNo: number): number {
  return Math.floor((suggestionNo - 1) / BLOCK_SIZE)
}

/** First and last number of a block. */
export function numbersOf(block: number): { first: number; last: number } {
  return { first: block * BLOCK_SIZE + 1, last: (block + 1) * BLOCK_SIZE }
}

export function totalOf(blocks: readonly BlockCount[]): number {
  return blocks.reduce((total, { count }) => total + count, 0)
}

/**
 * Where to start reading to skip the given number of newest suggestions: the highest number to read, and how many to
 * skip from there (less than one block). `blocks` are sorted newest first.
 */
export function findPageStart(
  skipped: number,
  blocks: readonly BlockCount[],
): { upTo: number; skip: number } {
  let remaining = skipped
  for (const [position, { block, count }] of blocks.entries()) {
    // Suggestions newer than the newest counted block count as part of it.
    if (remaining < count)
      return { upTo: position === 0 ? Number.MAX_SAFE_INTEGER : numbersOf(block).last, skip: remaining }
    remaining -= count
  }
  return { upTo: blocks.length === 0 ? Number.MAX_SAFE_INTEGER : 0, skip: 0 }
}

/**
 * Recounts a block after a change. If recounts overlap, the one that started last wins; it started after every change
 * whose recount has finished.
 */
export async function recountBlock({ repositories }: Context, block: number): Promise<void> {
  const recount = await repositories.suggestionCounts.startRecount(block)
  const count = await repositories.suggestions.countFrom(numbersOf(block))
  await repositories.suggestionCounts.finishRecount(block, recount, count)
}

/** Counts at startup the blocks that have no count yet. */
export async function countMissingBlocks(context: Context): Promise<void> {
  const { repositories } = context
  const newest = await repositories.suggestions.findNewestNo()
  const counted = new Set((await repositories.suggestionCounts.findAll()).map(({ block }) => block))
  for (let block = blockOf(newest); block >= 0; block -= 1)
    if (!counted.has(block)) await recountBlock(context, block)
}
