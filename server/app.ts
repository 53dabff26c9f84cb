import type { Server as HttpServer } from 'node:http'
import type { Connection } from 'mongoose'
import type { Logger } from 'pino'
import { cleanUpAll } from './cleanup.ts'
import type { AppSettings } from './config.ts'
import type { Context } from './context.ts'
import type { DeletedAccounts } from './features/accounts/deletedAccounts.ts'
import { signInWaitingRoom } from './features/accounts/signIn.guard.ts'
import { openAgoraNamespace } from './features/agora/agora.namespace.ts'
import { relayComposing } from './features/comments/comments.composing.ts'
import { trackPresence } from './features/discussion/discussion.presence.ts'
import { createNoteQuotaCache } from './features/notes/noteQuotaCache.ts'
import { sendDue } from './features/push/push.sending.ts'
import { attemptLimits, socketLimits } from './limits.ts'
import type { LiveServer } from './live/broadcast.ts'
import { handleClientEvents } from './live/clientEvents.ts'
import { levelsOf } from './live/socketGauges.ts'
import { createSocketGuard } from './live/socketGuard.ts'
import { createSockets } from './live/sockets.ts'
import { createVolatileEvents } from './live/volatileEvents.ts'
import { addressKey, addressOf } from './platform/address.ts'
import { createBackgroundTasks } from './platform/backgroundTasks.ts'
import { createDigest } from './platform/digest.ts'
import { createGathering } from './platform/gathering.ts'
import type { HealthParts } from './platform/health/answers.ts'
import { createReadiness } from './platform/health/readiness.ts'
import { countAttempts } from './platform/limits/attempts.ts'
import { createDelayQueue } from './platform/limits/delayQueue.ts'
import type { Mailer } from './platform/mail.ts'
import { createMetrics } from './platform/metrics/metrics.ts'
import { createMetricsExporter } from './platform/metrics/metricsExporter.ts'
import { countOperations } from './platform/metrics/operations.ts'
import { createCounters } from './platform/mongo/counters.ts'
import { watchReconnect } from './platform/mongo/reconnect.ts'
import { createUnfinishedWork } from './platform/mongo/unfinished.ts'
import type { Passwords } from './platform/password.ts'
import { createPushService, pushSubject } from './platform/push/pushService.ts'
import type { VapidKeys } from './platform/push/vapidKeys.ts'
import type { RedisConnection } from './platform/redis.ts'
import { remember } from './platform/remembered.ts'
import type { Secrets } from './platform/secret.ts'
import { createSessionGate } from './platform/session.ts'
import { createSharedReads } from './platform/sharedReads.ts'
import type { Traces } from './platform/traces/traces.ts'
import { createTurns } from './platform/turns.ts'
import { keepReadings } from './readings.ts'
import { openStores } from './stores.ts'
import { answerRequests, createWeb } from './web.ts'

export interface AppParts {
  mongo: Connection
  /** Null on a single node. */
  redis: RedisConnection | null
  mailer: Mailer
  passwords: Passwords
  /** Sign tokens. */
  secrets: Secrets
  /** By which push services know the server. */
  vapidKeys: VapidKeys
  settings: AppSettings
  /** The life of the stored data that is read here. */
  epoch: string
  deletedAccounts: DeletedAccounts
  clock: () => Date
  log: Logger
  /** Null where nobody wants them. */
  traces: Traces | null
  /** The built client's directory; null when something else serves it. */
  clientDirectory: string | null
  /** Whether what people write finds room on the disk; absent where that is not known. */
  hasRoom?: (() => boolean) | undefined
  /** Where parts of earlier releases lie, which open tabs may still ask for. */
  earlierParts?: readonly string[]
}

export interface App {
  http: HttpServer
  io: LiveServer
  context: Context
  /** For those who run the node, and may read what it counts. */
  health: Pick<HealthParts, 'readiness'> & { metricsExporter: NonNullable<HealthParts['metricsExporter']> }
  /** Finishes what crashes left half done and forgets what has expired. Run at start-up and every minute. Never rejects. */
  cleanUp(): Promise<void>
  /** Tells devices what is due by now. Run every few seconds. */
  sendPushes(): Promise<void>
  /** Lets no socket in any more, and sends those that are here to other nodes, if there are any. Resolves when they have gone. */
  moveToOthers(): Promise<void>
}

/** So that many who look at the same hub change it seldom: a share that meets a change takes longer (decision 0012). */
const SEEN_GATHERED_MS = 250

/** The whole server but its configuration, its port and its end: main and the tests use it alike. */
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
  const stores = openStores(mongo)
  const gate = createSessionGate({
    sessions: stores.sessions,
    secrets,
    clock,
    async viewerOf(userNo) {
      const privilege = await stores.users.privilegeOf(userNo)
      return privilege === null ? null : { userNo, privilege }
    },
  })

  const remembered = {
    people: remember(stores.users.people),
    topicTitles: remember(stores.topics.titles),
    hubCounts: remember(stores.hubs.countsOf),
    topicCounts: remember(stores.topics.countsOf),
  }
  const readings = keepReadings()
  const noteQuotaCache = createNoteQuotaCache()

  const { web, http } = createWeb(settings.trustProxy)
  const { rateLimitScale: scale } = settings
  const guard = createSocketGuard({
    addressOf: request => addressKey(addressOf(request, web.get('trust proxy fn'))),
    limits: socketLimits,
    scale,
    log,
  })
  const metrics = createMetrics()
  countOperations(mongo, metrics)
  traces?.watchDatabase(mongo)
  const { io, live, nodeId, closeExpired, renewEverywhere, moveToOthers } = createSockets({
    http,
    gate,
    remembered,
    versioned: [...Object.values(readings), noteQuotaCache],
    guard,
    redis,
    hubNosOf: stores.hubs.numbersOf,
    metrics,
    epoch,
    log,
  })
  const database = watchReconnect(mongo, () => {
    log.info('the database is back')
    // While it was away, announcements failed.
    renewEverywhere()
  })
  const unfinished = createUnfinishedWork(mongo, clock)
  const context: Context = {
    stores,
    ...remembered,
    ...readings,
    noteQuotaCache,
    seenReports: createGathering(SEEN_GATHERED_MS),
    counters: createCounters(mongo),
    inTurn: createTurns(),
    readShared: createSharedReads(),
    unfinished,
    backgroundTasks: createBackgroundTasks(log),
    gate,
    live,
    mailer,
    passwords,
    attempts: countAttempts(attemptLimits, { redis, scale: settings.rateLimitScale }),
    waitingRoom: createDelayQueue(signInWaitingRoom),
    digest: createDigest(secrets),
    digestBefore: secrets[1] === undefined ? null : createDigest([secrets[1]]),
    pushKey: vapidKeys.publicKey,
    pushHosts: settings.pushHosts,
    publicUrl: settings.publicUrl,
    epoch,
    deletedAccounts,
    clock,
    log,
  }
  const volatileEvents = createVolatileEvents()
  const presence = trackPresence(io, volatileEvents, { nodeId, isAlone: redis === null })
  http.once('close', presence.stop)
  const service = createPushService({
    keys: vapidKeys,
    subject: pushSubject(settings),
    moreHosts: settings.pushHosts,
    counts: metrics.pushes,
    clock,
    log,
  })
  handleClientEvents(io, {
    handlers: { ...presence.handlers, ...relayComposing(io, volatileEvents, context) },
    guard,
    limits: socketLimits.events,
    scale,
    log,
  })
  openAgoraNamespace(io, { guard, visitorsAnAddress: Math.ceil(socketLimits.agoraVisitorsAnAddress * scale) })
  const readiness = createReadiness({ mongo, redis })
  let exposing: ReturnType<typeof createMetricsExporter> | null = null
  const metricsExporter = () => {
    exposing ??= createMetricsExporter({
      metrics,
      levels: levelsOf(io),
      mongo,
      traffic: redis?.traffic ?? null,
      mails: mailer.counts,
      readiness: readiness.look,
    })
    return exposing
  }
  answerRequests({ web, http }, io, context, {
    settings,
    redis,
    metrics,
    traces,
    readiness,
    metricsExporter,
    onUnavailable: database.requestFailed,
    hasRoom: parts.hasRoom ?? (() => true),
    built:
      clientDirectory === null ? null : { directory: clientDirectory, earlier: parts.earlierParts ?? [] },
  })

  return {
    http,
    io,
    context,
    health: { readiness, metricsExporter },
    cleanUp: () => cleanUpAll(context, closeExpired),
    sendPushes: () => sendDue(context, { service, lookedAtBy: presence.lookedAtBy }),
    moveToOthers,
  }
}
