import { mongo } from 'mongoose'

const DUPLICATE_KEY = 11000

/** The fields of the unique index that an insert or update ran into, or null for any other error. */
export function duplicateFields(error: unknown): string[] | null {
  if (!(error instanceof mongo.MongoServerError) || error.code !== DUPLICATE_KEY) return null
  return Object.keys(error.keyPattern ?? {})
}

/** Whether an ordered bulk of writes ended at one that a unique index refused. */
export function endedAtDuplicate(error: unknown): boolean {
  return duplicateAt(error) !== null
}

/** The place, from 0, of the write at which an ordered bulk ended since a unique index refused it. Null for any other error. */
export function duplicateAt(error: unknown): number | null {
  if (!(error instanceof mongo.MongoClientBulkWriteError)) return null
  const rejected = [...error.writeErrors].find(([, { code }]) => code === DUPLICATE_KEY)
  return rejected?.[0] ?? null
}

const MAX_TIME_EXPIRED = 50

/** The database has broken a question off that took longer than its `maxTimeMS`. */
export function isBrokenOff(error: unknown): boolean {
  return error instanceof mongo.MongoServerError && error.code === MAX_TIME_EXPIRED
}

/** What the system says of a connection that breaks just as something is sent: the driver passes it on as it is. */
const BROKEN_LINE = ['EPIPE', 'ECONNRESET', 'ECONNREFUSED', 'ETIMEDOUT', 'ERR_STREAM_DESTROYED']

/** The database cannot be reached: not the request's fault, and worth a retry. */
export function isMongoUnavailable(error: unknown): boolean {
  if (error instanceof mongo.MongoNetworkError || error instanceof mongo.MongoServerSelectionError)
    return true
  // While it is connected anew (`heartbeatWatchdog.ts`).
  if (error instanceof mongo.MongoNotConnectedError || error instanceof mongo.MongoTopologyClosedError)
    return true
  // What was to be tried again found a server that had just gone, of which nothing was known any more.
  if (error instanceof mongo.MongoUnexpectedServerResponseError) return true
  // The driver does not export this one's class.
  if (error instanceof mongo.MongoError) return error.name === 'MongoWaitQueueTimeoutError'
  return error instanceof Error && 'code' in error && BROKEN_LINE.includes(String(error.code))
}
