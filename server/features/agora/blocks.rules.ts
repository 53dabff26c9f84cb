/**
 * How many suggestion numbers one block has. Reading a page reads all blocks' counts and then walks within one block,
 * so it is about the root of the most suggestions that are expected, some millions.
 */
const NUMBERS_A_BLOCK = 1_000

/** How many suggestions there are of a block's numbers. */
export interface BlockCount {
  block: number
  count: number
}

/** The block of a suggestion's number: 0 for 1 to NUMBERS_A_BLOCK, and so on. */
export function blockOf(suggestionNo: number): number {
  return Math.floor((suggestionNo - 1) / NUMBERS_A_BLOCK)
}

/** The first and the last number of a block. */
export function numbersOf(block: number): { first: number; last: number } {
  return { first: block * NUMBERS_A_BLOCK + 1, last: (block + 1) * NUMBERS_A_BLOCK }
}

export function totalOf(blocks: readonly BlockCount[]): number {
  return blocks.reduce((total, { count }) => total + count, 0)
}

/**
 * Where to begin so that so many of the newest suggestions are skipped: from which number downwards, and how many to
 * skip from there, never more than a block has. `blocks` are the newest first.
 */
export function placeAfter(skipped: number, blocks: readonly BlockCount[]): { upTo: number; skip: number } {
  let left = skipped
  for (const [position, { block, count }] of blocks.entries()) {
    // What is newer than the newest block that has been counted belongs to it here.
    if (left < count)
      return { upTo: position === 0 ? Number.MAX_SAFE_INTEGER : numbersOf(block).last, skip: left }
    left -= count
  }
  return { upTo: blocks.length === 0 ? Number.MAX_SAFE_INTEGER : 0, skip: 0 }
}
