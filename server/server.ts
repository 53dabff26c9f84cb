import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { type App, createApp } from './app.ts'
import type { Config } from './config.ts'
import { prepareDatabase } from './database.ts'
import { createDeletedAccounts } from './features/accounts/deletedAccounts.ts'
import { countMissingBlocks } from './features/agora/blocks.counting.ts'
import { type DiskWatch, fileFailure, proveDataDir, watchDisk } from './platform/dataDir.ts'
import { openHealthPort } from './platform/health/healthPort.ts'
import { listen } from './platform/listen.ts'
import { createMailer } from './platform/mail.ts'
import { databaseFailure, openDatabase } from './platform/mongo/database.ts'
import { EPOCH_LOOKED_AT_MS, epochOf, isStillIn } from './platform/mongo/epoch.ts'
import { createPasswords, PASSWORD_COST } from './platform/password.ts'
import { keepParts } from './platform/previousAssets.ts'
import { vapidKeysIn } from './platform/push/vapidKeys.ts'
import { connectRedis, type RedisConnection } from './platform/redis.ts'
import { secretIn } from './platform/secret.ts'
import type { Traces } from './platform/traces/traces.ts'

const CLEANUP_MS = 60_000
const PUSH_MS = 5_000
/** So long the start waits for unfinished work; what is left of it goes on beside what people do. */
const CLEANUP_WITHIN_MS = 5_000
/** How long requests under way may take when the server stops. */
const GRACE_MS = 5_000

export interface RunningServer {
  url: string
  /** Resolves with a sentence when the server cannot go on. */
  failed: Promise<string>
  stop(): Promise<void>
}

/**
 * Start: database, bus, indexes and migrations, unfinished work, missing counts, port. Stop, in the reverse order:
 *
 * 1. `/readyz` says so, and to METRICS_PORT until the end; where there are other nodes the sockets move to them, one after the other,
 *    while calls are still answered (`live/drainSockets.ts`), each of whose answers ends its connection, so that no proxy uses it again
 * 2. no new connections; requests under way are answered, for GRACE_MS at most; then what nobody waits for is finished, and what devices
 *    are being told
 * 3. mails on their way, the connection to Redis, the connection to MongoDB, and the embedded engine if there is one
 */
export async function startServer(
  config: Config,
  { log, clientDirectory }: { log: Logger; clientDirectory: string | null },
): Promise<RunningServer> {
  try {
    return await openServer(config, { log, clientDirectory })
  } catch (error) {
    throw fileFailure(config.dataDir, error) ?? databaseFailure(config, error) ?? error
  }
}

async function openServer(
  config: Config,
  { log, clientDirectory }: Parameters<typeof startServer>[1],
): Promise<RunningServer> {
  await proveDataDir(config.dataDir)
  const secret = config.jwtSecret ?? (await secretIn(config.dataDir, log))
  const database = await openDatabase(config, log)
  const traces = config.tracesUrl === undefined ? null : await tracesTo(config.tracesUrl)
  const mailer = createMailer({ ...config, log })
  const mailIsChecked = mailer.check()
  // Awaited before the port is opened.
  mailIsChecked.catch(() => undefined)
  const clock = () => new Date()
  let redis: RedisConnection | null = null
  let healthPort: Awaited<ReturnType<typeof openHealthPort>> | null = null
  const disk: DiskWatch | null = database.isOurs ? watchDisk(config.dataDir) : null
  const closeConnections = async () => {
    disk?.stop()
    await healthPort?.close()
    await traces?.stop()
    await mailer.close()
    await redis?.close()
    await database.close()
  }
  try {
    if (config.redisUrl !== undefined)
      redis = await connectRedis(config.redisUrl, database.connection.name, log)
    const { dataDir } = config
    const epoch = await epochOf(database.connection)
    const app = createApp({
      mongo: database.connection,
      redis,
      mailer,
      passwords: createPasswords(PASSWORD_COST),
      secrets: config.jwtSecretSecondary === undefined ? [secret] : [secret, config.jwtSecretSecondary],
      vapidKeys: config.vapidKeys ?? (await vapidKeysIn(config.dataDir, log)),
      settings: config,
      epoch,
      deletedAccounts: createDeletedAccounts(dataDir),
      clock,
      log,
      traces,
      clientDirectory,
      hasRoom: disk?.hasRoom,
      earlierParts:
        clientDirectory === null ? [] : await keepParts({ clientDirectory, dataDir, now: clock() }, log),
    })
    if (config.metricsPort !== undefined) {
      const { metricsToken: token, metricsPort: port, host } = config
      healthPort = await openHealthPort({ ...app.health, token }, { port, host })
    }
    await prepareDatabase(database.connection, { clock, log })
    log.info('the database is ready')
    // Our own database has one server, so nobody else can still be at work on it.
    if (database.isOurs) await app.context.unfinished.releaseAll()
    await Promise.race([app.cleanUp(), delay(CLEANUP_WITHIN_MS, null, { ref: false })])
    await countMissingBlocks(app.context)
    await mailIsChecked
    await listen(app.http, { port: config.port, host: config.host, name: 'PORT' })
    return {
      url: urlOf(app, config.host),
      failed: Promise.race([database.died, replaced(database.connection, epoch)]),
      stop: stopping(app, closeConnections, log),
    }
  } catch (error) {
    await closeConnections()
    throw error
  }
}

async function tracesTo(endpoint: string): Promise<Traces> {
  const { openTraces } = await import('./platform/traces/openTraces.ts')
  return openTraces(endpoint)
}

/** Resolves with a sentence when a backup was restored: what this node remembers is of another life of the data. */
function replaced(connection: Connection, epoch: string): Promise<string> {
  return new Promise(resolve => {
    const looking = setInterval(async () => {
      // Whether the database is there is for others to say.
      if (await isStillIn(connection, epoch).catch(() => true)) return
      clearInterval(looking)
      resolve('데이터를 백업에서 되돌렸어요. 다시 시작해 주세요. (The data was restored from a backup.)')
    }, EPOCH_LOOKED_AT_MS).unref()
  })
}

function stopping(app: App, closeConnections: () => Promise<void>, log: Logger): () => Promise<void> {
  const cleanup = setInterval(() => {
    void app.cleanUp()
  }, CLEANUP_MS)
  let areSent = Promise.resolve()
  let isSending = false
  const sending = setInterval(() => {
    if (isSending) return
    isSending = true
    areSent = app
      .sendPushes()
      .catch(error => log.warn({ err: error }, 'devices could not be told'))
      .finally(() => {
        isSending = false
      })
  }, PUSH_MS)

  return async () => {
    app.health.readiness.stopping()
    clearInterval(cleanup)
    clearInterval(sending)
    app.http.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    await app.moveToOthers()
    const closed = once(app.http, 'close')
    app.http.close()
    app.io.engine.close()
    app.http.closeIdleConnections()
    const cutOff = setTimeout(() => app.http.closeAllConnections(), GRACE_MS)
    await closed
    clearTimeout(cutOff)
    await app.context.backgroundTasks.settled()
    await areSent
    await app.io.close()
    await closeConnections()
  }
}

function urlOf({ http }: App, host: string): string {
  const { port } = http.address() as AddressInfo
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
}
