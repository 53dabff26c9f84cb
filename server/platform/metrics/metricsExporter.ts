import type { Connection } from 'mongoose'
import { standardError, standardOutput } from '#server/platform/log.ts'
import type { Mailer } from '#server/platform/mail.ts'
import type { RedisTraffic } from '#server/platform/redis.ts'
import type { Counts } from './metrics.ts'
import { LATENCY_BOUNDS_S, type Latencies, type Metrics } from './metrics.ts'

/** Gauges that are read on each scrape. */
export interface SocketGauges {
  sockets(): number
  /** Sockets in the agora. */
  agoraSockets(): number
  /** Socket.IO rooms with members. */
  rooms(): number
  /** Sum of rooms joined by all sockets: a tab joins one per hub of its user, and two of its own. */
  roomMemberships(): number
}

interface MetricsExporterParts {
  metrics: Metrics
  socketGauges: SocketGauges
  mongo: Connection
  traffic: RedisTraffic | null
  mails: Mailer['counts']
  /** Null without scheduled backups. */
  backups: Counts<'done' | 'failed'> | null
  findLatestBackup(): Promise<{ at: Date; bytes: number } | null>
  /** Whether each requirement is met. */
  readiness(): Promise<Record<string, boolean>>
}

export interface MetricsExporter {
  contentType: string
  text(): Promise<string>
}

interface Sample {
  value: number
  labels?: Record<string, string>
  /** For histogram parts, whose name differs from the metric's. */
  metricName?: string
}

type Kind = 'counter' | 'gauge' | 'histogram'
type MetricDefinition = [name: string, kind: Kind, help: string, read: () => Sample[] | Promise<Sample[]>]

/**
 * Exports metrics to Prometheus. Loads the library lazily, so that a node without scrapes needs neither its memory nor
 * its event loop and GC observers.
 */
export async function createMetricsExporter(parts: MetricsExporterParts): Promise<MetricsExporter> {
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  /** Reads our own counters on each scrape; the library's would need updates on each change. */
  class CallbackGauge extends Gauge {
    readonly #reading: MetricDefinition

    constructor(reading: MetricDefinition) {
      const [name, , help] = reading
      super({ name, help, registers: [registry] })
      this.#reading = reading
    }

    override async get() {
      const [, kind, , read] = this.#reading
      const values = (await read()).map(sample => ({ labels: {}, ...sample }))
      return { ...(await super.get()), type: kind as never, values }
    }
  }

  for (const reading of metricDefinitions(parts)) new CallbackGauge(reading)
  return { contentType: registry.contentType, text: () => registry.metrics() }
}

function metricDefinitions({
  metrics,
  socketGauges,
  mongo,
  traffic,
  mails,
  backups,
  findLatestBackup,
  readiness,
}: MetricsExporterParts): MetricDefinition[] {
  const memory = () => engineMemoryOf(mongo)
  const latestBackup = async () => (backups === null ? undefined : await findLatestBackup().catch(() => null))
  return [
    [
      'geulmaru_calls_total',
      'counter',
      'Calls ended, by path and outcome: done, or the error code.',
      () =>
        [...metrics.calls].flatMap(([call, { outcomes }]) =>
          Array.from(outcomes.entries(), ([outcome, value]) => ({ value, labels: { call, outcome } })),
        ),
    ],
    [
      'geulmaru_call_seconds',
      'histogram',
      'Duration of calls, from the last request header to the last response byte written to the socket.',
      () =>
        [...metrics.calls].flatMap(([call, { latencies }]) =>
          bucketsOf('geulmaru_call_seconds', call, latencies),
        ),
    ],
    [
      'geulmaru_ready',
      'gauge',
      'Whether a requirement of the node is met (1) or not (0), by requirement.',
      () => readinessSamples(readiness),
    ],
    [
      'geulmaru_sockets',
      'gauge',
      'Open sockets of members and visitors.',
      singleSample(socketGauges.sockets),
    ],
    [
      'geulmaru_agora_sockets',
      'gauge',
      'Open sockets in the agora namespace.',
      singleSample(socketGauges.agoraSockets),
    ],
    [
      'geulmaru_rooms',
      'gauge',
      'Socket.IO rooms (users, sessions, hubs) with a socket of this node.',
      singleSample(socketGauges.rooms),
    ],
    [
      'geulmaru_room_memberships',
      'gauge',
      "Room memberships of this node's sockets.",
      singleSample(socketGauges.roomMemberships),
    ],
    [
      'geulmaru_events_total',
      'counter',
      'Events published, by name.',
      () => samplesByName(metrics.events, 'event'),
    ],
    [
      'geulmaru_cluster_commands_total',
      'counter',
      'Cluster commands sent, by kind.',
      () => samplesByName(metrics.clusterCommands, 'kind'),
    ],
    [
      'geulmaru_cluster_commands_unanswered_total',
      'counter',
      'Cluster commands without an acknowledgement from every node.',
      singleSample(() => metrics.unansweredClusterCommands),
    ],
    [
      'geulmaru_resyncs_total',
      'counter',
      'Resyncs after a possible message loss.',
      singleSample(() => metrics.resyncs),
    ],
    [
      'geulmaru_node_messages_published_total',
      'counter',
      'Messages published to other nodes over Redis.',
      singleSample(() => traffic?.published ?? 0),
    ],
    [
      'geulmaru_node_messages_received_total',
      'counter',
      'Messages received over Redis, including those of this node.',
      singleSample(() => traffic?.received ?? 0),
    ],
    [
      'geulmaru_node_messages_lost_total',
      'counter',
      'Messages that Redis did not accept.',
      singleSample(() => traffic?.lost ?? 0),
    ],
    [
      'geulmaru_pushes_total',
      'counter',
      'Messages to push services, by outcome.',
      () => samplesByName(metrics.pushes, 'outcome'),
    ],
    [
      'geulmaru_log_lines_dropped_total',
      'counter',
      'Log lines dropped because the stream was not writable, by stream.',
      () => [
        { value: standardOutput.droppedCount(), labels: { stream: 'stdout' } },
        { value: standardError.droppedCount(), labels: { stream: 'stderr' } },
      ],
    ],
    ['geulmaru_mails_total', 'counter', 'Mails, by outcome.', () => samplesByName(mails, 'outcome')],
    [
      'geulmaru_backups_total',
      'counter',
      'Scheduled backups of this node, by outcome.',
      () => (backups === null ? [] : samplesByName(backups, 'outcome')),
    ],
    [
      'geulmaru_backup_timestamp_seconds',
      'gauge',
      'Start of the latest scheduled backup that was read back, of any node.',
      async () => optionalSample(secondsOf((await latestBackup())?.at)),
    ],
    [
      'geulmaru_backup_bytes',
      'gauge',
      'Size of that backup.',
      async () => optionalSample((await latestBackup())?.bytes),
    ],
    [
      'geulmaru_database_operations_total',
      'counter',
      'Commands sent to the database.',
      singleSample(() => metrics.operations),
    ],
    [
      'geulmaru_database_operations_under_way',
      'gauge',
      'Database commands without a reply yet.',
      singleSample(() => metrics.pendingOperations),
    ],
    [
      'geulmaru_engine_resident_bytes',
      'gauge',
      'Resident memory of the database server that replied.',
      async () => optionalSample((await memory()).resident),
    ],
    [
      'geulmaru_engine_cache_bytes',
      'gauge',
      'Cache size of the database engine.',
      async () => optionalSample((await memory()).cached),
    ],
    [
      'geulmaru_engine_cache_max_bytes',
      'gauge',
      'Cache limit of the database engine.',
      async () => optionalSample((await memory()).cacheMax),
    ],
  ]
}

const singleSample = (read: () => number) => () => [{ value: read() }]
const secondsOf = (at: Date | undefined) => at && at.getTime() / 1_000
const optionalSample = (value: number | undefined): Sample[] => (value === undefined ? [] : [{ value }])

function samplesByName(counts: { entries(): Iterable<[string, number]> }, label: string): Sample[] {
  return Array.from(counts.entries(), ([name, value]) => ({ value, labels: { [label]: name } }))
}

async function readinessSamples(readiness: MetricsExporterParts['readiness']): Promise<Sample[]> {
  return Object.entries(await readiness()).map(([need, has]) => ({ value: has ? 1 : 0, labels: { need } }))
}

function bucketsOf(name: string, call: string, latencies: Latencies): Sample[] {
  const cumulated = latencies.cumulated()
  const count = cumulated.at(-1) ?? 0
  // Unused calls would add a dozen series each.
  if (count === 0) return []
  const bounds = [...LATENCY_BOUNDS_S.map(String), '+Inf']
  return [
    ...bounds.map((le, index) => ({
      value: cumulated[index] ?? count,
      labels: { call, le },
      metricName: `${name}_bucket`,
    })),
    { value: latencies.sumS(), labels: { call }, metricName: `${name}_sum` },
    { value: count, labels: { call }, metricName: `${name}_count` },
  ]
}

/** In bytes. Values that the database does not report, such as the cache of a `mongos`, are absent. */
interface EngineMemory {
  resident?: number
  cached?: number
  cacheMax?: number
}

const COMMAND_TIMEOUT_MS = 1_000

/** Empty while the database is unreachable or denies the command. */
async function engineMemoryOf(mongo: Connection): Promise<EngineMemory> {
  const command = { serverStatus: 1, maxTimeMS: COMMAND_TIMEOUT_MS }
  const status = await mongo.db
    ?.admin()
    .command(command)
    .catch(() => undefined)
  const resident = status?.mem?.resident
  const cache = status?.wiredTiger?.cache
  return {
    ...(resident !== undefined && { resident: Number(resident) * 1024 * 1024 }),
    ...(cache && {
      cached: Number(cache['bytes currently in the cache']),
      cacheMax: Number(cache['maximum bytes configured']),
    }),
  }
}
