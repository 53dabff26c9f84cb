import type { Server as HttpServer } from 'node:http'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import type { PageRenderer } from '#protocol/publicPages.ts'
import { createBackupPlan } from './backup/scheduled/backupPlan.ts'
import type { BackupStorage } from './backup/scheduled/backupStorage.ts'
import { cleanUpAll } from './cleanup.ts'
import type { AppSettings } from './config.ts'
import { type Context, createHubCaches, createNoteQuotaCache } from './context.ts'
import type { DeletedAccounts } from './features/accounts/deletedAccounts.ts'
import { signInQueueSize } from './features/accounts/signIn.service.ts'
import { openAgoraNamespace } from './features/agora/agora.events.ts'
import { relayTyping } from './features/comments/comments.events.ts'
import { trackPresence } from './features/discussion/discussion.presence.ts'
import { createDocumentSaves } from './features/documents/documentSaves.ts'
import { relayDocuments } from './features/documents/documents.events.ts'
import { createOverdueSaves, saveTogether } from './features/documents/documents.together.service.ts'
import { createKnownClientsCache } from './features/documents/knownClients.ts'
import { createMailSender } from './features/mailNotifications/sendMails.ts'
import { createOidcProviders } from './features/oidc/oidc.providers.ts'
import { createNoteTexts } from './features/passages/noteTexts.ts'
import { sendDuePushes } from './features/push/sendPushes.ts'
import { attemptLimits, documentTime, passageTime, socketLimits } from './limits.ts'
import type { LiveServer } from './live/broadcast.ts'
import { createVolatileEvents, handleClientEvents } from './live/clientEvents.ts'
import { createSocketGuard } from './live/socketGuard.ts'
import { createSocketGauges, createSockets } from './live/sockets.ts'
import { createBackgroundTasks } from './platform/backgroundTasks.ts'
import { createCoalescedReads, createDebouncedBatch, createKeyedQueue } from './platform/batching.ts'
import { createRecordCache } from './platform/caches.ts'
import { createOriginPolicy } from './platform/crossOrigin.ts'
import { createReadiness, type HealthParts } from './platform/health.ts'
import { createDelayQueue } from './platform/limits/concurrency.ts'
import { createBudgets } from './platform/limits/keyedLimits.ts'
import { createAttemptCounters } from './platform/limits/rateLimit.ts'
import type { Mailer } from './platform/mail.ts'
import { countOperations, createMetrics } from './platform/metrics/metrics.ts'
import { createMetricsExporter } from './platform/metrics/metricsExporter.ts'
import { watchReconnect } from './platform/mongo/connect.ts'
import { createCounters } from './platform/mongo/counters.ts'
import { createJobs } from './platform/mongo/jobs.ts'
import type { RedisConnection } from './platform/redis.ts'
import { addressKey, addressOf } from './platform/request.ts'
import { createKeyedHash, type Passwords, type Secrets } from './platform/secrets.ts'
import { createSessionGate } from './platform/session.ts'
import type { Traces } from './platform/traces.ts'
import { createPushService, pushSubject, type VapidKeys } from './platform/webPush.ts'
import { openRepositories } from './repositories.ts'
import { createWeb, registerMiddleware } from './web.ts'

export interface AppParts {
  mongo: Connection
  /** Null on a single node. */
  redis: RedisConnection | null
  mailer: Mailer
  passwords: Passwords
  /** The first secret signs tokens; tokens signed with any of them are accepted. */
  secrets: Secrets
  vapidKeys: VapidKeys
  settings: AppSettings
  /** Identifies the data set; a restored backup gets a new epoch. */
  epoch: string
  dataDir: string
  /** Whether the database is the embedded engine. */
  isEmbedded: boolean
  deletedAccounts: DeletedAccounts
  clock: () => Date
  log: Logger
  /** Null when tracing is off. */
  traces: Traces | null
  /** The built client's directory; null when something else serves it. */
  clientDirectory: string | null
  /** Loads the page renderer; absent if public pages are left to the client. */
  loadRenderer?: (() => Promise<PageRenderer>) | undefined
  /** Whether the disk has space for new data; undefined when the server does not watch the disk. */
  hasSpace?: (() => boolean) | undefined
  /** Absent without scheduled backups. */
  backups?: { storage: BackupStorage; everyMs: number } | undefined
  /** Directories with the assets of earlier releases, which open tabs may still request. */
  previousAssets?: readonly string[]
}

export interface App {
  http: HttpServer
  io: LiveServer
  context: Context
  /** For the operator's health endpoints. */
  health: Pick<HealthParts, 'readiness'> & { metricsExporter: NonNullable<HealthParts['metricsExporter']> }
  /** Saves documents that are written together and that a stopped node has not saved. */
  saveDocuments: () => Promise<void>
  /** Resumes interrupted jobs and deletes expired data. Runs at startup and every minute. Never rejects. */
  cleanUp(): Promise<void>
  /** Sends the push messages that are due. Runs every few seconds. */
  sendPushes(): Promise<void>
  /** Mails the notifications that are due. Runs every few seconds. */
  sendMails(): Promise<void>
  /** Rejects new sockets and moves the open ones to other nodes, if there are any. Resolves when they are closed. */
  drain(): Promise<void>
}

/** Batches read reports of a hub, because a share that collides with a hub update takes longer (decision 0012). */
const SEEN_BATCH_MS = 250

/** Creates the whole server without configuration, port and shutdown. `main` and the tests both use it. */
export function createApp(parts: AppParts): App {
  const {
    mongo,
    redis,
    mailer,
    passwords,
    secrets,
    vapidKeys,
    settings,
    epoch,
    deletedAccounts,
    clock,
    log,
    clientDirectory,
    traces,
  } = parts
  const repositories = openRepositories(mongo)
  const gate = createSessionGate({
    sessions: repositories.sessions,
    secrets,
    clock,
    async viewerOf(userNo) {
      const privilege = await repositories.users.findPrivilege(userNo)
      return privilege === null ? null : { userNo, privilege }
    },
  })

  const recordCaches = {
    people: createRecordCache(repositories.users.findPeople),
    topicTitles: createRecordCache(repositories.topics.findTitles),
    hubCounts: createRecordCache(repositories.hubs.getCounts),
    topicCounts: createRecordCache(repositories.topics.countByOwners),
  }
  const hubCaches = createHubCaches()
  const noteQuotaCache = createNoteQuotaCache()

  const { web, http } = createWeb(settings.trustProxy)
  const { rateLimitScale: scale } = settings
  const origins = createOriginPolicy(settings)
  const guard = createSocketGuard({
    addressOf: request => addressKey(addressOf(request, web.get('trust proxy fn'))),
    limits: socketLimits,
    scale,
    log,
  })
  const metrics = createMetrics()
  countOperations(mongo, metrics)
  traces?.watchDatabase(mongo)
  const { io, live, nodeId, otherNodes, closeExpired, resyncAllNodes, drain } = createSockets({
    http,
    gate,
    recordCaches,
    versionedCaches: [...Object.values(hubCaches), noteQuotaCache],
    guard,
    origins,
    redis,
    hubNosOf: repositories.hubs.findNosByMember,
    metrics,
    epoch,
    log,
  })
  const database = watchReconnect(mongo, () => {
    log.info('the database is back')
    // Events published while the database was away may be lost.
    resyncAllNodes()
  })
  const jobs = createJobs(mongo, clock)
  const context: Context = {
    repositories,
    ...recordCaches,
    ...hubCaches,
    noteQuotaCache,
    batchSeenReports: createDebouncedBatch(SEEN_BATCH_MS),
    noteTexts: createNoteTexts(createBudgets(passageTime, settings.rateLimitScale)),
    counters: createCounters(mongo),
    runExclusive: createKeyedQueue(),
    coalesceRead: createCoalescedReads(),
    jobs,
    backgroundTasks: createBackgroundTasks(log),
    backupPlan: parts.backups ? createBackupPlan({ connection: mongo, ...parts.backups }) : null,
    knownClients: createKnownClientsCache(),
    documentTime: createBudgets(documentTime, settings.rateLimitScale),
    documentSaves: createDocumentSaves(
      work => context.backgroundTasks.run('save a document', work),
      documentId => saveTogether(context, documentId),
    ),
    gate,
    live,
    mailer,
    passwords,
    attempts: createAttemptCounters(attemptLimits, { redis, scale: settings.rateLimitScale }),
    delayQueue: createDelayQueue(signInQueueSize),
    keyedHash: createKeyedHash(secrets),
    previousKeyedHash: secrets[1] === undefined ? null : createKeyedHash([secrets[1]]),
    pushKey: vapidKeys.publicKey,
    pushHosts: settings.pushHosts,
    oidcProviders: createOidcProviders(settings.oidcProviders, { publicUrl: settings.publicUrl, clock }),
    publicUrl: settings.publicUrl,
    epoch,
    statusParts: { nodeId, otherNodes, mongo, redis, dataDir: parts.dataDir, isEmbedded: parts.isEmbedded },
    deletedAccounts,
    clock,
    log,
  }
  const volatileEvents = createVolatileEvents()
  const presence = trackPresence(io, volatileEvents, { nodeId, isAlone: redis === null })
  http.once('close', presence.stop)
  http.once('close', context.documentSaves.stop)
  http.once('close', () => context.backupPlan?.stop())
  const service = createPushService({
    keys: vapidKeys,
    subject: pushSubject(settings),
    moreHosts: settings.pushHosts,
    counts: metrics.pushes,
    clock,
    log,
  })
  handleClientEvents(io, {
    handlers: {
      ...presence.handlers,
      ...relayTyping(io, volatileEvents, context),
      ...relayDocuments(io, context),
    },
    guard,
    limits: socketLimits.events,
    scale,
    log,
  })
  openAgoraNamespace(io, {
    guard,
    maxVisitorsPerAddress: Math.ceil(socketLimits.agoraVisitorsPerAddress * scale),
  })
  const readiness = createReadiness({ mongo, redis })
  let exporter: ReturnType<typeof createMetricsExporter> | null = null
  const metricsExporter = () => {
    exporter ??= createMetricsExporter({
      metrics,
      socketGauges: createSocketGauges(io),
      mongo,
      traffic: redis?.traffic ?? null,
      mails: mailer.counts,
      backups: context.backupPlan?.counts ?? null,
      findLatestBackup: () => repositories.backupSchedule.findLatest(parts.clock()),
      readiness: readiness.check,
    })
    return exporter
  }
  registerMiddleware({ web, http }, io, context, {
    settings,
    origins,
    redis,
    metrics,
    traces,
    readiness,
    metricsExporter,
    onUnavailable: database.noteFailure,
    hasSpace: parts.hasSpace ?? (() => true),
    loadRenderer: parts.loadRenderer ?? null,
    built:
      clientDirectory === null
        ? null
        : { directory: clientDirectory, previousDirectories: parts.previousAssets ?? [] },
  })

  return {
    http,
    io,
    context,
    health: { readiness, metricsExporter },
    saveDocuments: createOverdueSaves(context),
    cleanUp: () => cleanUpAll(context, closeExpired),
    sendPushes: () => sendDuePushes(context, { service, lookedAtBy: presence.viewedHubsOf }),
    sendMails: createMailSender(context),
    drain,
  }
}
