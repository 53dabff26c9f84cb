import type { Context } from '#server/context.ts'
import { blockOf, numbersOf } from './blocks.rules.ts'

/**
 * Counts a block anew, after a change in it. Of countings at the same moment the one that began last wins: it began
 * after the changes of all those that are done by then.
 */
export async function recountBlock({ stores }: Context, block: number): Promise<void> {
  const counting = await stores.suggestionCounts.beginCounting(block)
  const count = await stores.suggestions.countFrom(numbersOf(block))
  await stores.suggestionCounts.endCounting(block, counting, count)
}

/** At start-up: counts the blocks that nobody has counted yet. */
export async function countMissingBlocks(context: Context): Promise<void> {
  const { stores } = context
  const newest = await stores.suggestions.newestNo()
  const counted = new Set((await stores.suggestionCounts.counts()).map(({ block }) => block))
  for (let block = blockOf(newest); block >= 0; block -= 1)
    if (!counted.has(block)) await recountBlock(context, block)
}
