import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { TOGETHER_SAVE_MAX_MS } from '#protocol/limits.ts'
import { type App, type AppParts, createApp } from './app.ts'
import type { BackupStorage } from './backup/scheduled/backupStorage.ts'
import { createStorage } from './backup/scheduled/openStorage.ts'
import type { BackupSettings } from './config.backup.ts'
import type { Config } from './config.ts'
import { prepareDatabase } from './database.ts'
import { createDeletedAccounts } from './features/accounts/deletedAccounts.ts'
import { countMissingBlocks } from './features/agora/suggestionCounts.ts'
import { savePreviousAssets } from './platform/clientFiles.ts'
import { assertWritable, type DiskWatch, dataDirErrorOf, watchDisk } from './platform/dataDir.ts'
import { openHealthPort } from './platform/health.ts'
import { createMailer } from './platform/mail.ts'
import { databaseFailure, openDatabase } from './platform/mongo/database.ts'
import { EPOCH_CHECK_MS, isCurrentEpoch, loadEpoch } from './platform/mongo/installation.ts'
import { connectRedis, type RedisConnection } from './platform/redis.ts'
import { createPasswords, loadSecret, PASSWORD_COST } from './platform/secrets.ts'
import { listen } from './platform/startup.ts'
import type { Traces } from './platform/traces.ts'
import { loadVapidKeys } from './platform/webPush.ts'

const CLEANUP_MS = 60_000
const PUSH_MS = 5_000
const MAIL_MS = 10_000
/** How long startup waits for interrupted jobs; the rest continues in the background. */
const STARTUP_CLEANUP_MS = 5_000
/** How long pending requests may take during shutdown. */
const GRACE_MS = 5_000

type StartParts = Pick<AppParts, 'log' | 'clientDirectory' | 'loadRenderer'>

interface RunningServer {
  url: string
  /** Resolves with a message when the server cannot continue. */
  failed: Promise<string>
  stop(): Promise<void>
}

/**
 * Startup order: database, Redis, indexes and migrations, interrupted jobs, missing counts, port. Shutdown order:
 * 1. `/readyz` reports it (on METRICS_PORT until the end). If there are other nodes, sockets move to them gradually
 *    while calls are still answered (`live/sockets.ts`). Every response closes its connection, so that no proxy
 *    reuses it.
 * 2. No new connections. Pending requests finish within GRACE_MS, then background tasks, push messages and mails.
 * 3. Pending mails, the Redis connection, the MongoDB connection, the embedded engine.
 */
export async function startServer(
  config: Config,
  { log, clientDirectory, loadRenderer }: StartParts,
): Promise<RunningServer> {
  try {
    return await openServer(config, { log, clientDirectory, loadRenderer })
  } catch (error) {
    throw dataDirErrorOf(config.dataDir, error) ?? databaseFailure(config, error) ?? error
  }
}

async function openServer(
  config: Config,
  { log, clientDirectory, loadRenderer }: StartParts,
): Promise<RunningServer> {
  await assertWritable(config.dataDir)
  const secret = config.jwtSecret ?? (await loadSecret(config.dataDir, log))
  const database = await openDatabase(config, log)
  const traces = config.tracesUrl === undefined ? null : await startTraces(config.tracesUrl)
  const mailer = createMailer({ ...config, log })
  const mailIsChecked = mailer.verify()
  // `mailIsChecked` is awaited below; this avoids an unhandled rejection until then.
  mailIsChecked.catch(() => undefined)
  const clock = () => new Date()
  let redis: RedisConnection | null = null
  let healthPort: Awaited<ReturnType<typeof openHealthPort>> | null = null
  const disk: DiskWatch | null = database.isEmbedded ? watchDisk(config.dataDir) : null
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
    const epoch = await loadEpoch(database.connection)
    const app = createApp({
      mongo: database.connection,
      redis,
      mailer,
      passwords: createPasswords(PASSWORD_COST),
      secrets: config.jwtSecretSecondary === undefined ? [secret] : [secret, config.jwtSecretSecondary],
      vapidKeys: config.vapidKeys ?? (await loadVapidKeys(config.dataDir, log)),
      settings: config,
      epoch,
      dataDir,
      isEmbedded: database.isEmbedded,
      deletedAccounts: createDeletedAccounts(dataDir),
      clock,
      log,
      traces,
      clientDirectory,
      loadRenderer,
      hasSpace: disk?.hasSpace,
      backups: config.backup && {
        everyMs: config.backup.everyMs,
        storage: await openStorage(config.backup, log),
      },
      previousAssets:
        clientDirectory === null
          ? []
          : await savePreviousAssets({ clientDirectory, dataDir, now: clock() }, log),
    })
    if (config.metricsPort !== undefined) {
      const { metricsToken: token, metricsPort: port, host } = config
      healthPort = await openHealthPort({ ...app.health, token }, { port, host })
    }
    await prepareDatabase(database.connection, { clock, log })
    log.info('the database is ready')
    // The embedded database has only one server, so no other node can be working on these jobs.
    if (database.isEmbedded) await app.context.jobs.releaseAll()
    await Promise.race([app.cleanUp(), delay(STARTUP_CLEANUP_MS, null, { ref: false })])
    await countMissingBlocks(app.context)
    await mailIsChecked
    await listen(app.http, { port: config.port, host: config.host, name: 'PORT' })
    return {
      url: urlOf(app, config.host),
      failed: Promise.race([database.died, waitForRestore(database.connection, epoch)]),
      stop: createStop(app, closeConnections, log),
    }
  } catch (error) {
    await closeConnections()
    throw error
  }
}

async function openStorage({ to }: BackupSettings, log: Logger): Promise<BackupStorage> {
  const storage = createStorage(to, log)
  await storage.check()
  return storage
}

async function startTraces(endpoint: string): Promise<Traces> {
  const { openTraces } = await import('./platform/traces.ts')
  return openTraces(endpoint)
}

/** Resolves with a message once a backup has been restored: everything that this node has cached is stale. */
function waitForRestore(connection: Connection, epoch: string): Promise<string> {
  return new Promise(resolve => {
    const timer = setInterval(async () => {
      // A database outage is reported elsewhere.
      if (await isCurrentEpoch(connection, epoch).catch(() => true)) return
      clearInterval(timer)
      resolve('데이터를 백업에서 되돌렸어요. 다시 시작해 주세요. (The data was restored from a backup.)')
    }, EPOCH_CHECK_MS).unref()
  })
}

function createStop(app: App, closeConnections: () => Promise<void>, log: Logger): () => Promise<void> {
  const cleanupTimer = setInterval(() => {
    void app.cleanUp()
  }, CLEANUP_MS)
  const pushes = repeat(PUSH_MS, app.sendPushes, error =>
    log.warn({ err: error }, 'sending push messages failed'),
  )
  const mails = repeat(MAIL_MS, app.sendMails, error => log.warn({ err: error }, 'sending mails failed'))

  const saveTimer = setInterval(() => {
    void app
      .saveDocuments()
      .catch(error => log.warn({ err: error }, 'saving documents that are written together failed'))
  }, TOGETHER_SAVE_MAX_MS)

  return async () => {
    app.health.readiness.markStopping()
    clearInterval(cleanupTimer)
    clearInterval(saveTimer)
    const lastSent = Promise.all([pushes.stop(), mails.stop()])
    app.http.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    await app.drain()
    const closed = once(app.http, 'close')
    app.http.close()
    app.io.engine.close()
    app.http.closeIdleConnections()
    const timeout = setTimeout(() => app.http.closeAllConnections(), GRACE_MS)
    await closed
    clearTimeout(timeout)
    await app.context.backgroundTasks.onIdle()
    await lastSent
    await app.io.close()
    await closeConnections()
  }
}

/** Repeats a task, never twice at a time. `stop` resolves when the last run is done. */
function repeat(everyMs: number, work: () => Promise<void>, onError: (error: unknown) => void) {
  let lastRun = Promise.resolve()
  let isRunning = false
  const timer = setInterval(() => {
    if (isRunning) return
    isRunning = true
    lastRun = work()
      .catch(onError)
      .finally(() => {
        isRunning = false
      })
  }, everyMs)
  return {
    stop() {
      clearInterval(timer)
      return lastRun
    },
  }
}

function urlOf({ http }: App, host: string): string {
  const { port } = http.address() as AddressInfo
  return `http://${host === '127.0.0.1' ? 'localhost' : host}:${port}`
}
