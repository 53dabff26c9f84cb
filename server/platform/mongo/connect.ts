import { setTimeout as wait } from 'node:timers/promises'
import mongoose, { type Connection, type mongo } from 'mongoose'

/** Interval of heartbeats and of reconnection attempts. */
const HEARTBEAT_MS = 500
/** Timeout of a heartbeat and of a new connection. */
const SILENCE_MS = 2_000
/** How long startup, or a request, waits for an unreachable database. */
const SELECTION_MS = 1_500
/** How long a request waits for a pooled connection under load. */
const QUEUE_MS = 3_000

/**
 * Opens a separate connection, because several servers may run in one process. Only `createIndexes` creates indexes.
 * A connection may die silently, and then no response ever arrives. The heartbeat decides whether the database is
 * reachable, never the duration of a request: a journaled write on a busy machine, or an index on a million notes, may
 * take long. After HEARTBEAT_MS + SILENCE_MS without a heartbeat the driver aborts pending requests; retryable ones
 * give up after SELECTION_MS. So every call gets a response within 4 s, and a recovered database is found within 2.5 s.
 * @param isMonitored enables command monitoring, which costs some time.
 * @param onStuck called when the driver was stuck and the client reconnects.
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
    // Mongoose would buffer requests while the database is unreachable.
    bufferCommands: false,
    // Without it, a request waiting for a connection of a broken pool would wait forever.
    waitQueueTimeoutMS: QUEUE_MS,
    ...(isMonitored && { monitorCommands: true }),
    // The URL may set another write concern, as that of the embedded engine does.
    ...(!/[?&]w=/.test(url) && { w: 'majority' }),
    journal: true,
  })
  try {
    await connection.asPromise()
    const watch = watchHeartbeat(connection.getClient(), onStuck)
    connection.once('close', watch.stop)
    return connection
  } catch (error) {
    await connection.destroy().catch(() => undefined)
    throw error
  }
}

/**
 * Creates missing collections and indexes: the only place that does, so that the indexes of a collection have one
 * order.
 */
export async function createIndexes(connection: Connection): Promise<void> {
  const existing = new Set((await connection.listCollections()).map(({ name }) => name))
  for (const model of Object.values(connection.models)) {
    if (!existing.has(model.collection.collectionName)) await model.createCollection()
    const declared = model.schema.indexes().map(([key, options]) => ({ ...options, key }))
    const indexes = declared as mongoose.mongo.IndexDescription[]
    if (indexes.length > 0) await model.collection.createIndexes(indexes)
  }
}

const CHECK_MS = 1_000
/**
 * After this many checks without a heartbeat event the driver's monitor counts as stuck. A working monitor emits one at
 * least every 2.5 s, whether or not the database is reachable. A process that was blocked itself checks once and then
 * sees the events.
 */
const MISSED_CHECKS_MAX = 8
const HEARTBEAT_EVENTS = [
  'serverHeartbeatStarted',
  'serverHeartbeatSucceeded',
  'serverHeartbeatFailed',
] as const

/**
 * Reconnects when the driver's monitor is stuck. Seen once in half an hour of fault injection (driver 7.8): the
 * monitor's connection closes while the monitor waits for a response on it, and it waits forever. The node would answer
 * 503 until restarted, although the database is back.
 * @param onStuck called each time.
 */
function watchHeartbeat(client: mongo.MongoClient, onStuck: () => void): { stop(): void } {
  let missedChecks = 0
  let isConnecting = false
  let isStopped = false
  for (const sign of HEARTBEAT_EVENTS)
    client.on(sign, () => {
      missedChecks = 0
    })

  async function reconnect(): Promise<void> {
    isConnecting = true
    onStuck()
    await client.close().catch(() => undefined)
    while (!isStopped && !(await isConnected())) await wait(CHECK_MS)
    isConnecting = false
  }
  const isConnected = () =>
    client.connect().then(
      () => true,
      () => false,
    )
  const timer = setInterval(() => {
    missedChecks += 1
    if (missedChecks >= MISSED_CHECKS_MAX && !isConnecting) void reconnect()
  }, CHECK_MS).unref()

  return {
    stop() {
      isStopped = true
      clearInterval(timer)
    },
  }
}

/**
 * Calls `onBack` when the database responds again after an outage or after a failed request: a short network failure
 * can fail requests without a disconnect event.
 */
export function watchReconnect(connection: Connection, onBack: () => void): { noteFailure(): void } {
  let wasAway = false
  let isPinging = false
  const markAway = () => {
    wasAway = true
  }
  connection.on('disconnected', markAway)
  connection.getClient().on('serverHeartbeatSucceeded', async () => {
    if (!wasAway || isPinging) return
    isPinging = true
    // Failures from here on need another check.
    wasAway = false
    try {
      // The server that sent the heartbeat may not be the primary.
      await connection.db?.command({ ping: 1 })
      onBack()
    } catch {
      wasAway = true
    }
    isPinging = false
  })
  return { noteFailure: markAway }
}
