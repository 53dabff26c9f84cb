import { QUOTAS, type QuotaName } from '#protocol/limits.ts'
import type { Context } from './context.ts'
import { assertQuota } from './platform/errors.ts'

/** So many nodes share one database at the most. */
const NODES_MAX = 100

interface QuotaOperation<Made> {
  /** How many they have now. */
  count: () => Promise<number>
  make: () => Promise<Made>
  /** As if it had never been; nobody has been told of it yet. */
  takeBack: (made: Made) => Promise<unknown>
}

/**
 * Makes one more of what a person may have so many of. Throws a RequestError 'quota' when they have them all. At a node one is made
 * after the other; should other nodes have filled the last place meanwhile, each takes back its own, so there never is one too many.
 */
export function createWithinQuota<Made>(
  { inTurn }: Context,
  [name, userNo]: [QuotaName, number],
  { count, make, takeBack }: QuotaOperation<Made>,
): Promise<Made> {
  return inTurn(`${name} of ${userNo}`, async () => {
    const before = await count()
    assertQuota(name, before)
    const made = await make()
    if (before >= QUOTAS[name] - NODES_MAX && (await count()) > QUOTAS[name]) {
      await takeBack(made)
      assertQuota(name, QUOTAS[name])
    }
    return made
  })
}
