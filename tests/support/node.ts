import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Connection } from 'mongoose'
import { type Logger, pino } from 'pino'
import { inject } from 'vitest'
import webPush from 'web-push'
import { type App, createApp } from '#server/app.ts'
import { prepareDatabase } from '#server/database.ts'
import { createDeletedAccounts } from '#server/features/accounts/deletedAccounts.ts'
import { allMigrations } from '#server/migrations/all.ts'
import { createMailer } from '#server/platform/mail.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { epochOf } from '#server/platform/mongo/epoch.ts'
import { migrate } from '#server/platform/mongo/migrations.ts'
import { createPasswords, type Passwords } from '#server/platform/password.ts'
import { connectRedis } from '#server/platform/redis.ts'
import type { Secrets } from '#server/platform/secret.ts'
import type { Traces } from '#server/platform/traces/traces.ts'
import { runningApps } from './runningApps.ts'
import { databaseUrl } from './services.ts'

/** A server node in this process: the real app on the real engine, and on the real Redis if asked for. */
export interface TestNode {
  url: string
  app: App
  mongo: Connection
  stop(): Promise<void>
}

/** Signs the tokens of every test node. */
export const SECRET = 'a secret that only these tests know'
/** By which every test node is known to push services. */
export const VAPID_KEYS = webPush.generateVAPIDKeys()
/** As little as argon2 takes: thousands of people sign up and sign in. */
const cheapPasswords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
const silent = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

/** The database of this process, once a test has asked for it, and whether its indexes are made: emptying leaves them. */
const ours = { url: '', hasIndexes: false }

/** The empty database of this process: files that share one run one after the other, and no two processes one number. */
export async function emptyDatabase(): Promise<string> {
  ours.url = await databaseUrl(inject('mongoUrl'), process.pid)
  return ours.url
}

/** A new database that no other file sees: for a test that changes more of it than documents. */
export function ownDatabase(): Promise<string> {
  return databaseUrl(inject('mongoUrl'), randomUUID())
}

export interface NodeOptions {
  mongoUrl: string
  /** Without it the node is alone. */
  redisUrl?: string
  clock?: () => Date
  /** Keeps sent mails in a directory of the tests' own unless a mail server is named. */
  smtpUrl?: string
  /** What is hashed as it is for real takes longer than most tests. */
  passwords?: Passwords
  dataDir?: string
  /** So high unless told that nobody runs into a limit by chance. */
  rateLimitScale?: number
  trustProxy?: number | string
  publicUrl?: string
  securityContact?: string
  metricsToken?: string
  secrets?: Secrets
  /** Push services of the tests' own. */
  pushHosts?: readonly string[]
  traces?: Traces
  /** Hears of every operation that is sent to the database, by its name, and what is sent. */
  onOperation?: (name: string, command: Record<string, unknown>) => void
  /** A built client to serve. */
  clientDirectory?: string
  earlierParts?: readonly string[]
  hasRoom?: () => boolean
  log?: Logger
}

export async function startNode({
  mongoUrl,
  redisUrl,
  clock = () => new Date(),
  smtpUrl,
  passwords = cheapPasswords,
  dataDir = inject('dataDir'),
  rateLimitScale = 1_000,
  trustProxy = 0,
  publicUrl = 'https://geulmaru.example',
  securityContact,
  metricsToken,
  secrets = [SECRET],
  pushHosts = [],
  traces,
  onOperation,
  clientDirectory,
  earlierParts = [],
  hasRoom,
  log = silent,
}: NodeOptions): Promise<TestNode> {
  const mongo = await connectMongo(mongoUrl, { isMonitored: Boolean(onOperation ?? traces) })
  if (onOperation)
    mongo.getClient().on('commandStarted', ({ commandName, command }) => onOperation(commandName, command))
  const redis = redisUrl === undefined ? null : await connectRedis(redisUrl, mongo.name, log)
  const mailer = createMailer({ smtpUrl, dataDir, publicUrl, log })
  const settings = { publicUrl, securityContact, trustProxy, rateLimitScale, pushHosts, metricsToken }
  const app = createApp({
    mongo,
    redis,
    mailer,
    passwords,
    secrets,
    vapidKeys: VAPID_KEYS,
    settings,
    epoch: await epochOf(mongo),
    deletedAccounts: createDeletedAccounts(dataDir),
    clock,
    log,
    traces: traces ?? null,
    clientDirectory: clientDirectory ?? null,
    earlierParts,
    hasRoom,
  })
  await prepare(mongoUrl, mongo, { clock, log })
  app.http.listen(0, '127.0.0.1')
  await once(app.http, 'listening')
  const { port } = app.http.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  runningApps.set(url, app)
  return {
    url,
    app,
    mongo,
    async stop() {
      runningApps.delete(url)
      const closed = once(app.http, 'close')
      void app.io.close()
      app.http.closeAllConnections()
      await closed
      await app.context.backgroundTasks.settled()
      await mailer.close()
      await redis?.close()
      await mongo.close()
    },
  }
}

/** As a start does it. In the database of this process the indexes are made once: a hundred and fifty orders, each time the same. */
async function prepare(mongoUrl: string, mongo: Connection, parts: Parameters<typeof prepareDatabase>[1]) {
  if (mongoUrl === ours.url && ours.hasIndexes) return migrate(mongo, allMigrations, parts)
  await prepareDatabase(mongo, parts)
  if (mongoUrl === ours.url) ours.hasIndexes = true
}
