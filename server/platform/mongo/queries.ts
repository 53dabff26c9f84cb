import { type Connection, mongo, Types } from 'mongoose'

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
    found(update) {
      const result = updateResults?.get(writes.indexOf(update))
      // MongoDB counts an inserted document as matched.
      return result?.matchedCount === 1 && result.upsertedId === undefined
    },
  }
}

/** Error code of MongoDB. */
export const DUPLICATE_KEY = 11_000

/** The fields of the violated unique index; null for any other error. */
export function duplicateFields(error: unknown): string[] | null {
  if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return null
  return Object.keys(error.keyPattern ?? {})
}

/** Whether a unique index ended an ordered bulk write. */
export function isDuplicateInBulkWrite(error: unknown): boolean {
  return duplicateIndexOf(error) !== null
}

/** The index of the write at which a unique index ended an ordered bulk write; null for any other error. */
export function duplicateIndexOf(error: unknown): number | null {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return null
  const rejected = [...error.writeErrors].find(([, { code }]) => code === DUPLICATE_KEY)
  return rejected?.[0] ?? null
}

const MAX_TIME_EXPIRED = 50

/** Whether a query exceeded its `maxTimeMS`. */
export function isQueryTimeout(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === MAX_TIME_EXPIRED
}

/** Errors of a connection that breaks during a write; the driver passes them on. */
const BROKEN_CONNECTION_CODES = ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED']

/** Whether the database is unreachable, so that a retry makes sense. */
export function isMongoUnavailable(error: unknown): boolean {
  if (error instanceof mongo.MongoNetworkError || error instanceof mongo.MongoServerSelectionError)
    return true
  // During a reconnect (`watchHeartbeat` in `connect.ts`).
  if (error instanceof mongo.MongoNotConnectedError || error instanceof mongo.MongoTopologyClosedError)
    return true
  // A retry reached a server that had just gone away.
  if (error instanceof mongo.MongoUnexpectedServerResponseError) return true
  // The driver does not export this class.
  if (error instanceof mongo.MongoError) return error.name === 'MongoWaitQueueTimeoutError'
  return error instanceof Error && 'code' in error && BROKEN_CONNECTION_CODES.includes(String(error.code))
}
