import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { Connection } from 'mongoose'
import { type Logger, pino } from 'pino'
import { afterAll, inject } from 'vitest'
import webPush from 'web-push'
import { type App, type AppParts, createApp } from '#server/app.ts'
import { allMigrations, prepareDatabase } from '#server/database.ts'
import { createDeletedAccounts } from '#server/features/accounts/deletedAccounts.ts'
import { createMailer } from '#server/platform/mail.ts'
import { connectMongo } from '#server/platform/mongo/connect.ts'
import { loadEpoch, migrate } from '#server/platform/mongo/installation.ts'
import { connectRedis } from '#server/platform/redis.ts'
import { createPasswords, type Passwords, type Secrets } from '#server/platform/secrets.ts'
import type { Traces } from '#server/platform/traces.ts'
import { runningApps } from './runningApps.ts'
import { databaseUrl } from './services.ts'

/** A server node in this process: the real app with the real engine, and the real Redis on request. */
export interface TestNode {
  url: string
  mongoUrl: string
  app: App
  mongo: Connection
  stop(): Promise<void>
}

/** Signs the tokens of all test nodes. */
export const SECRET = 'a secret that only these tests know'
/** Identifies all test nodes to push services. */
export const VAPID_KEYS = webPush.generateVAPIDKeys()
/** The cheapest parameters of argon2, because tests sign up and sign in thousands of users. */
const cheapPasswords = createPasswords({ memoryCost: 8, timeCost: 1, parallelism: 1 })
const silent = pino({ level: process.env.LOG_LEVEL ?? 'silent' })

/** The database of this process, once a test has requested it, and whether its indexes exist; emptying keeps them. */
const processDatabase = { url: '', hasIndexes: false }

/**
 * The empty database of this process. Files of one process run one after the other, and no two processes have the
 * same number.
 */
export async function emptyDatabase(): Promise<string> {
  processDatabase.url = await databaseUrl(inject('mongoUrl'), process.pid)
  return processDatabase.url
}

/** Creates a database for one file: for tests that change more than documents. */
export function ownDatabase(): Promise<string> {
  return databaseUrl(inject('mongoUrl'), randomUUID())
}

export interface NodeOptions {
  mongoUrl: string
  /** Without it the node runs alone. */
  redisUrl?: string
  clock?: () => Date
  /** Without a mail server, sent mails are stored in a directory of the tests. */
  smtpUrl?: string
  /** Hashing with production parameters takes longer than most tests. */
  passwords?: Passwords
  dataDir?: string
  /** By default so high that no test reaches a limit by chance. */
  rateLimitScale?: number
  trustProxy?: number | string
  publicUrl?: string
  securityContact?: string
  corsOrigins?: readonly string[]
  metricsToken?: string
  mailEventsSecret?: string
  secrets?: Secrets
  /** Push services of the tests. */
  pushHosts?: readonly string[]
  oidcProviders?: AppParts['settings']['oidcProviders']
  traces?: Traces
  /** Called for every database operation with its name and command. */
  onOperation?: (name: string) => void
  /** A built client to serve. */
  clientDirectory?: string
  loadRenderer?: AppParts['loadRenderer']
  previousAssets?: readonly string[]
  hasSpace?: () => boolean
  backups?: AppParts['backups']
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
  corsOrigins = [],
  metricsToken,
  mailEventsSecret,
  secrets = [SECRET],
  pushHosts = [],
  oidcProviders = [],
  traces,
  onOperation,
  clientDirectory,
  loadRenderer,
  previousAssets = [],
  hasSpace,
  backups,
  log = silent,
}: NodeOptions): Promise<TestNode> {
  const mongo = await connectMongo(mongoUrl, { isMonitored: Boolean(onOperation ?? traces) })
  if (onOperation) mongo.getClient().on('commandStarted', ({ commandName }) => onOperation(commandName))
  const redis = redisUrl === undefined ? null : await connectRedis(redisUrl, mongo.name, log)
  const mailer = createMailer({ smtpUrl, dataDir, publicUrl, log })
  const settings = {
    publicUrl,
    corsOrigins,
    securityContact,
    trustProxy,
    rateLimitScale,
    pushHosts,
    metricsToken,
    mailEventsSecret,
    oidcProviders,
  }
  const app = createApp({
    mongo,
    redis,
    mailer,
    passwords,
    secrets,
    vapidKeys: VAPID_KEYS,
    settings,
    epoch: await loadEpoch(mongo),
    dataDir,
    isEmbedded: false,
    deletedAccounts: createDeletedAccounts(dataDir),
    clock,
    log,
    traces: traces ?? null,
    clientDirectory: clientDirectory ?? null,
    loadRenderer,
    previousAssets,
    hasSpace,
    backups,
  })
  await prepareTestDatabase(mongoUrl, mongo, { clock, log })
  app.http.listen(0, '127.0.0.1')
  await once(app.http, 'listening')
  const { port } = app.http.address() as AddressInfo
  const url = `http://127.0.0.1:${port}`
  runningApps.set(url, app)
  return {
    url,
    mongoUrl,
    app,
    mongo,
    async stop() {
      runningApps.delete(url)
      const closed = once(app.http, 'close')
      void app.io.close()
      app.http.closeAllConnections()
      await closed
      await app.context.backgroundTasks.onIdle()
      await mailer.close()
      await redis?.close()
      await mongo.close()
    },
  }
}

/**
 * Like a start. The indexes in the database of this process are created once: a hundred and fifty commands, always
 * the same.
 */
async function prepareTestDatabase(
  mongoUrl: string,
  mongo: Connection,
  parts: Parameters<typeof prepareDatabase>[1],
) {
  if (mongoUrl === processDatabase.url && processDatabase.hasIndexes)
    return migrate(mongo, allMigrations, parts)
  await prepareDatabase(mongo, parts)
  if (mongoUrl === processDatabase.url) processDatabase.hasIndexes = true
}

/** Starts nodes on one empty database for the tests of a file, after which they stop. */
export async function openNodes<Options extends Partial<NodeOptions>[]>(
  ...options: Options
): Promise<{ [Place in keyof Options]: TestNode }> {
  const mongoUrl = await emptyDatabase()
  const nodes: TestNode[] = []
  for (const each of options) nodes.push(await startNode({ mongoUrl, ...each }))
  afterAll(() => Promise.all(nodes.map(node => node.stop())))
  return nodes as { [Place in keyof Options]: TestNode }
}

/** Starts two nodes with one Redis between them for the tests of a file. */
export async function openTwoNodes() {
  const redisUrl = inject('redisUrl')
  const [firstNode, secondNode] = await openNodes({ redisUrl }, { redisUrl })
  return { firstNode, secondNode, mongoUrl: firstNode.mongoUrl }
}
