import mongoose, { type Connection } from 'mongoose'

/** How long a database may take to answer before the start, or a request, gives up. */
const SELECTION_MS = 3_000
/** How often a database that is away is looked for, and one that is there asked whether it still is. */
const HEARTBEAT_MS = 1_000

/** A connection of its own: several servers may run in one process. Indexes are made by `makeIndexes` alone. */
export async function connectMongo(url: string): Promise<Connection> {
  const connection = mongoose.createConnection(url, {
    autoIndex: false,
    autoCreate: false,
    serverSelectionTimeoutMS: SELECTION_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    // A pool that is cut off while a request waits for one of its connections would let it wait for ever.
    waitQueueTimeoutMS: SELECTION_MS,
    // An address may say otherwise, as that of the embedded engine does.
    ...(!/[?&]w=/.test(url) && { w: 'majority' }),
    journal: true,
  })
  // A misspelt field in a filter must not silently match everything.
  connection.set('strictQuery', 'throw')
  try {
    return await connection.asPromise()
  } catch (error) {
    await connection.destroy().catch(() => undefined)
    throw error
  }
}

/** The one explicit step that creates what is missing of collections and indexes. */
export async function makeIndexes(connection: Connection): Promise<void> {
  for (const model of Object.values(connection.models)) {
    await model.createCollection()
    await model.createIndexes()
  }
}
