import type { Connection } from 'mongoose'

/** A write to one collection, as one of several that go to the database in one command. */
export type Write = { collection: string } & (
  | { insert: object }
  | { filter: object; update: object; upsert?: boolean }
  /** The first that is found. */
  | { remove: object }
)

/**
 * In their order, ending at the first that fails: a server that dies cannot leave some undone. They go past the schemas: a
 * field that these lack would be stored. Gives how many documents were removed.
 */
export async function writeAtOnce(connection: Connection, writes: readonly Write[]): Promise<number> {
  if (writes.length === 0) return 0
  const models = writes.map(write => {
    const namespace = `${connection.name}.${write.collection}`
    if ('insert' in write) return { name: 'insertOne' as const, namespace, document: { ...write.insert } }
    if ('remove' in write) return { name: 'deleteOne' as const, namespace, filter: write.remove }
    const { filter, update, upsert = false } = write
    return { name: 'updateOne' as const, namespace, filter, update, upsert }
  })
  const { deletedCount } = await connection.getClient().bulkWrite(models, { ordered: true })
  return deletedCount
}
