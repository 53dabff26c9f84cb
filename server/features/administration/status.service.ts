import { setTimeout as wait } from 'node:timers/promises'
import type { ServerStatus } from '#protocol/administration.ts'
import type { Context } from '#server/context.ts'
import { diskSpaceOf } from '#server/platform/dataDir.ts'
import type { Mailer } from '#server/platform/mail.ts'
import packageJson from '../../../package.json' with { type: 'json' }
import type { StatusParts } from './status.parts.ts'

/** A part that does not answer within this time is reported as a warning. */
const PROBE_MS = 2_000
/** A mail server is elsewhere, and a sign-in takes several messages. */
const MAIL_PROBE_MS = 5_000
const FREE_BYTES_MIN = 1024 ** 3
const FREE_SHARE_MIN = 0.1
/** A backup is late when the latest one is older than this many periods. */
const PERIODS_MAX = 2

/** Never throws, and answers within MAIL_PROBE_MS, whatever does not work. */
export async function getStatus(context: Context): Promise<ServerStatus> {
  const { statusParts: parts, mailer, publicUrl } = context
  const [database, redis, disk, mail, backup] = await Promise.all([
    databaseStatus(parts),
    redisStatus(parts),
    diskStatus(parts),
    mailStatus(mailer),
    backupStatus(context),
  ])
  const { nodeId } = parts
  const release = packageJson.version
  return {
    node: { state: 'good', nodeId, release, uptimeS: Math.floor(process.uptime()) },
    nodes: { state: redis.state === 'warning' ? 'warning' : 'good', others: parts.otherNodes() },
    database,
    redis,
    disk,
    mail,
    push: { state: isSecureContext(publicUrl) ? 'good' : 'off' },
    backup,
  }
}

async function databaseStatus({ mongo, isEmbedded }: StatusParts): Promise<ServerStatus['database']> {
  const database = mongo.getClient().db(mongo.name)
  const [latencyMs, bytes] = await Promise.all([
    probe(() => timed(() => database.command({ ping: 1 }))),
    probe(async () => Number((await database.command({ dbStats: 1 })).totalSize)),
  ])
  return { state: latencyMs === null ? 'warning' : 'good', isEmbedded, latencyMs, bytes }
}

async function redisStatus({ redis }: StatusParts): Promise<ServerStatus['redis']> {
  if (redis === null) return { state: 'off', latencyMs: null }
  const latencyMs = redis.isUp() ? await probe(() => timed(() => redis.client.ping())) : null
  return { state: latencyMs === null ? 'warning' : 'good', latencyMs }
}

async function diskStatus({ dataDir }: StatusParts): Promise<ServerStatus['disk']> {
  const space = await probe(() => diskSpaceOf(dataDir))
  if (space === null) return { state: 'warning', freeBytes: null, totalBytes: null }
  return { state: isDiskLow(space) ? 'warning' : 'good', ...space }
}

export function isDiskLow({ freeBytes, totalBytes }: { freeBytes: number; totalBytes: number }): boolean {
  return freeBytes < FREE_BYTES_MIN || freeBytes < totalBytes * FREE_SHARE_MIN
}

async function mailStatus(mailer: Mailer): Promise<ServerStatus['mail']> {
  if (!mailer.sendsMail) return { state: 'off' }
  const isUp = await probe(() => mailer.signIn().then(() => true), MAIL_PROBE_MS)
  return { state: isUp ? 'good' : 'warning' }
}

async function backupStatus({ backupPlan, repositories, clock }: Context): Promise<ServerStatus['backup']> {
  if (backupPlan === null) return { state: 'off', latest: null, failure: null, isLate: false }
  const [latest, schedule] = await Promise.all([
    probe(() => repositories.backupSchedule.findLatest(clock())),
    probe(repositories.backupSchedule.findState),
  ])
  const { failedAt, failure: reason = '' } = schedule ?? {}
  const isLate = latest !== null && clock().getTime() - latest.at.getTime() > PERIODS_MAX * backupPlan.everyMs
  return {
    state: latest === null || failedAt !== undefined || isLate ? 'warning' : 'good',
    latest: latest && {
      at: latest.at.toISOString(),
      bytes: latest.bytes,
      place: latest.place,
      verifiedAt: latest.verifiedAt.toISOString(),
    },
    failure: failedAt === undefined ? null : { at: failedAt.toISOString(), reason },
    isLate,
  }
}

/** Browsers allow push messages only there. */
function isSecureContext(publicUrl: string): boolean {
  const { protocol, hostname } = new URL(publicUrl)
  return protocol === 'https:' || hostname === 'localhost'
}

/** In milliseconds, with one decimal place. */
async function timed(ask: () => Promise<unknown>): Promise<number> {
  const begun = performance.now()
  await ask()
  return Math.round((performance.now() - begun) * 10) / 10
}

/** Null if it fails, or takes longer. */
async function probe<Result>(ask: () => Promise<Result>, ms = PROBE_MS): Promise<Result | null> {
  return Promise.race([ask().catch(() => null), wait(ms, null, { ref: false })])
}
