import type { Connection } from 'mongoose'

/** A write to one collection, as one of several that go to the database in one command. */
export type Write = { collection: string } & (
  | { insert: object }
  | { filter: object; update: object; upsert?: boolean }
  /** The first that is found. */
  | { remove: object }
)

/** What came of several writes. */
export interface Written {
  /** How many documents were removed. */
  removed: number
  /** Whether there was something to update for one of the writes. */
  found(update: Write): boolean
}

/**
 * In their order, ending at the first that fails: a server that dies cannot leave some undone. They go past the schemas: a
 * field that these lack would be stored.
 */
export async function bulkWriteAll(connection: Connection, writes: readonly Write[]): Promise<Written> {
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
