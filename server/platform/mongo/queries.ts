import { type Connection, Types } from 'mongoose'

/** An uncorrelated `$lookup` stage. */
export function lookup(from: string, as: string, pipeline: object[]) {
  return { $lookup: { from, as, pipeline } }
}

/**
 * Filters documents created in `[from, before)`, both on a whole second. Needs only the `_id` index: an ObjectId starts
 * with its creation time in seconds.
 */
export function createdBetween(from: Date, before: Date) {
  return { _id: { $gte: objectIdAt(from), $lt: objectIdAt(before) } }
}

const objectIdAt = (at: Date) => Types.ObjectId.createFromTime(at.getTime() / 1000)

/** One write of a bulk write over several collections. */
export type Write = { collection: string } & (
  | { insert: object }
  | { filter: object; update: object; upsert?: boolean }
  /** Removes the first match. */
  | { remove: object }
)

interface BulkWriteResult {
  /** Number of removed documents. */
  removed: number
  /** Whether an update matched a document. */
  found(update: Write): boolean
}

/**
 * Runs ordered writes over several collections in one command and stops at the first failure, so that a server crash
 * cannot leave some of them undone. Bypasses the Mongoose schemas: an unknown field would be stored.
 */
export async function bulkWriteAll(
  connection: Connection,
  writes: readonly Write[],
): Promise<BulkWriteResult> {
  if (writes.length === 0) return { removed: 0, found: () => false }
  const models = writes.map(write => {
    const namespace = `${connection.name}.${write.collection}`
    if ('insert' in write) return { name: 'insertOne' as const, namespace, document: { ...write.insert } }
    if ('remove' in write) return { name: 'deleteOne' as const, namespace, filter: write.remove }
    const { filter, update, upsert = false } = write
    return { name: 'updateOne' as const, namespace, filter, update, upsert }
  })
  const { deletedCount, updateResults } = await connection
    .getClient()
    .bulkWrite(models, { ordered: true, verboseResults: true })
  return {
    removed: deletedCount,
    found: update => updateResults?.get(writes.indexOf(update))?.matchedCount === 1,
  }
}
