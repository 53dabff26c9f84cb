import mongoose, { type Connection } from 'mongoose'
import { watchMonitor } from './heartbeatWatchdog.ts'

/** How often a database that is away is looked for, and one that is there asked whether it still is. */
const HEARTBEAT_MS = 500
/** How long it may leave that question, or a new connection, unanswered. */
const SILENCE_MS = 2_000
/** How long the start, or a request, waits for a database that is known to be away. */
const SELECTION_MS = 1_500
/** How long a request waits for one of the connections to one that is there, when very many come at once. */
const QUEUE_MS = 3_000

/**
 * A connection of its own: several servers may run in one process. Indexes are made by `makeIndexes` alone.
 *
 * A connection may be cut without a word, and then no answer ever comes. Whether the database is there is judged by the
 * heartbeat, which costs it nothing, and never by how long a request takes: a journalled write on a busy machine, or an
 * index on a million notes, may rightly take long. After HEARTBEAT_MS + SILENCE_MS without a beat all requests under
 * way are broken off; what may be tried again is, and gives up after SELECTION_MS. So every call is answered within
 * 4 s, and one that is mended is found within 2.5 s.
 * @param isMonitored whether each command is told to who listens, which costs some time.
 * @param onStuck called when the driver had given up on it, and it is connected anew.
 */
export async function connectMongo(
  url: string,
  { isMonitored = false, onStuck = () => {} }: { isMonitored?: boolean; onStuck?: () => void } = {},
): Promise<Connection> {
  const connection = mongoose.createConnection(url, {
    autoIndex: false,
    autoCreate: false,
    serverSelectionTimeoutMS: SELECTION_MS,
    heartbeatFrequencyMS: HEARTBEAT_MS,
    connectTimeoutMS: SILENCE_MS,
    // Mongoose would hold requests back while the database is away.
    bufferCommands: false,
    // A pool that is cut off while a request waits for one of its connections would let it wait for ever.
    waitQueueTimeoutMS: QUEUE_MS,
    ...(isMonitored && { monitorCommands: true }),
    // An address may say otherwise, as that of the embedded engine does.
    ...(!/[?&]w=/.test(url) && { w: 'majority' }),
    journal: true,
  })
  try {
    await connection.asPromise()
    const watch = watchMonitor(connection.getClient(), onStuck)
    connection.once('close', watch.stop)
    return connection
  } catch (error) {
    await connection.destroy().catch(() => undefined)
    throw error
  }
}

/** The one explicit step that creates what is missing of collections and indexes: one order for all indexes of a collection. */
export async function makeIndexes(connection: Connection): Promise<void> {
  const there = new Set((await connection.listCollections()).map(({ name }) => name))
  for (const model of Object.values(connection.models)) {
    if (!there.has(model.collection.collectionName)) await model.createCollection()
    const declared = model.schema.indexes().map(([key, options]) => ({ ...options, key }))
    // The same in the driver's words.
    const indexes = declared as mongoose.mongo.IndexDescription[]
    if (indexes.length > 0) await model.collection.createIndexes(indexes)
  }
}
