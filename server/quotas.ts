import { QUOTAS, type QuotaName } from '#protocol/limits.ts'
import type { Context } from './context.ts'
import { assertQuota } from './platform/errors.ts'

/** Maximum number of nodes on one database. */
const NODES_MAX = 100

interface QuotaOperation<Item> {
  /** Counts the user's items. */
  count: () => Promise<number>
  /** Counts after the insert, without items that other requests are still inserting. Default: `count`. */
  recount?: () => Promise<number>
  create: () => Promise<Item>
  /** Removes the item again. No event has been published for it yet. */
  rollback: (made: Item) => Promise<unknown>
}

/**
 * Creates one item within a per-user quota; throws `RequestError('quota')` when it is used up. Creations are serialized
 * per user on each node. Close to the limit the node counts again after the insert and rolls back if another node
 * exceeded the quota.
 */
export function createWithinQuota<Made>(
  { runExclusive }: Context,
  [name, userNo]: [QuotaName, number],
  { count, recount = count, create, rollback }: QuotaOperation<Made>,
): Promise<Made> {
  return runExclusive(`${name} of ${userNo}`, async () => {
    const before = await count()
    assertQuota(name, before)
    const item = await create()
    if (before >= QUOTAS[name] - NODES_MAX && (await recount()) > QUOTAS[name]) {
      await rollback(item)
      assertQuota(name, QUOTAS[name])
    }
    return item
  })
}
