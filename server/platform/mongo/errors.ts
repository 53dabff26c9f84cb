import { mongo } from 'mongoose'

const DUPLICATE_KEY = 11000

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
