import type { Connection } from 'mongoose'
import type { Mailer } from '#server/platform/mail.ts'
import { standardError, standardOutput } from '#server/platform/output.ts'
import type { RedisTraffic } from '#server/platform/redis.ts'
import { engineMemoryOf } from './engineMemory.ts'
import { LATENCY_BOUNDS_S, type Latencies } from './latencies.ts'
import type { Metrics } from './metrics.ts'

/** What is looked at when somebody asks. */
export interface Levels {
  /** Connections of members and visitors. */
  sockets(): number
  /** How many of them are in the agora. */
  agoraSockets(): number
  /** Socket.IO rooms that have somebody in them. */
  rooms(): number
  /** Places that sockets hold in rooms: a tab holds one in each of its person's hubs, and two of its own. */
  seats(): number
}

export interface MetricsExporterParts {
  metrics: Metrics
  levels: Levels
  mongo: Connection
  /** Null on a single node. */
  traffic: RedisTraffic | null
  mails: Mailer['counts']
  /** By what a node needs: whether it has it. */
  readiness(): Promise<Record<string, boolean>>
}

export interface MetricsExporter {
  contentType: string
  text(): Promise<string>
}

interface Sample {
  value: number
  labels?: Record<string, string>
  /** Where it differs from the metric's, as of the parts of a histogram. */
  metricName?: string
}

type Kind = 'counter' | 'gauge' | 'histogram'
type Reading = [name: string, kind: Kind, help: string, read: () => Sample[] | Promise<Sample[]>]

/**
 * All that a node tells Prometheus. The library is fetched here, so that a node which tells nothing does not hold it, and so
 * that event-loop delay and collections of garbage are watched only where somebody reads of them.
 */
export async function createMetricsExporter(parts: MetricsExporterParts): Promise<MetricsExporter> {
  const { collectDefaultMetrics, Gauge, Registry } = await import('prom-client')
  const registry = new Registry()
  collectDefaultMetrics({ register: registry })

  /** Reads our own numbers when it is asked, where the library's would have to be told of each change. */
  class Told extends Gauge {
    readonly #reading: Reading

    constructor(reading: Reading) {
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

  for (const reading of readingsOf(parts)) new Told(reading)
  return { contentType: registry.contentType, text: () => registry.metrics() }
}

function readingsOf({ metrics, levels, mongo, traffic, mails, readiness }: MetricsExporterParts): Reading[] {
  const memory = () => engineMemoryOf(mongo)
  return [
    [
      'geulmaru_calls_total',
      'counter',
      'Calls that ended, by path and by outcome: done, or the code of the refusal.',
      () =>
        [...metrics.calls].flatMap(([call, { outcomes }]) =>
          Array.from(outcomes.entries(), ([outcome, value]) => ({ value, labels: { call, outcome } })),
        ),
    ],
    [
      'geulmaru_call_seconds',
      'histogram',
      'How long calls took, from the last header of the request to the last byte handed to the system.',
      () =>
        [...metrics.calls].flatMap(([call, { latencies }]) =>
          bucketsOf('geulmaru_call_seconds', call, latencies),
        ),
    ],
    [
      'geulmaru_ready',
      'gauge',
      'Whether the node has what it needs, by what that is.',
      () => flagsOf(readiness),
    ],
    ['geulmaru_sockets', 'gauge', 'Open connections of members and visitors.', one(levels.sockets)],
    ['geulmaru_agora_sockets', 'gauge', 'Those that look at the agora.', one(levels.agoraSockets)],
    [
      'geulmaru_rooms',
      'gauge',
      'Rooms of people, sessions and hubs that have a socket of this node.',
      one(levels.rooms),
    ],
    ['geulmaru_seats', 'gauge', 'Places that sockets of this node hold in rooms.', one(levels.seats)],
    [
      'geulmaru_events_total',
      'counter',
      'Events told to people, by name.',
      () => byName(metrics.events, 'event'),
    ],
    [
      'geulmaru_orders_total',
      'counter',
      'Orders given to all nodes, by kind.',
      () => byName(metrics.orders, 'kind'),
    ],
    [
      'geulmaru_orders_unanswered_total',
      'counter',
      'Those that some node did not answer.',
      one(() => metrics.ordersUnanswered),
    ],
    [
      'geulmaru_renewals_total',
      'counter',
      'Times that sockets were told to fetch again, since words may be lost.',
      one(() => metrics.renewals),
    ],
    [
      'geulmaru_node_messages_published_total',
      'counter',
      'Messages given to Redis for other nodes.',
      one(() => traffic?.published ?? 0),
    ],
    [
      'geulmaru_node_messages_received_total',
      'counter',
      'Messages taken from Redis, own ones among them.',
      one(() => traffic?.received ?? 0),
    ],
    [
      'geulmaru_node_messages_lost_total',
      'counter',
      'Messages that Redis did not take.',
      one(() => traffic?.lost ?? 0),
    ],
    [
      'geulmaru_pushes_total',
      'counter',
      'Messages to push services, by what came of them.',
      () => byName(metrics.pushes, 'outcome'),
    ],
    [
      'geulmaru_log_lines_dropped_total',
      'counter',
      'Lines that could not be written, by stream: its disk is full, or nobody reads it.',
      () => [
        { value: standardOutput.dropped(), labels: { stream: 'stdout' } },
        { value: standardError.dropped(), labels: { stream: 'stderr' } },
      ],
    ],
    ['geulmaru_mails_total', 'counter', 'Mails, by what came of them.', () => byName(mails, 'outcome')],
    [
      'geulmaru_database_operations_total',
      'counter',
      'Commands sent to the database.',
      one(() => metrics.operations),
    ],
    [
      'geulmaru_database_operations_under_way',
      'gauge',
      'Those that are not answered yet.',
      one(() => metrics.operationsUnderWay),
    ],
    [
      'geulmaru_engine_resident_bytes',
      'gauge',
      'Memory of the database server that answered.',
      async () => known((await memory()).resident),
    ],
    [
      'geulmaru_engine_cache_bytes',
      'gauge',
      'What its cache holds.',
      async () => known((await memory()).cached),
    ],
    [
      'geulmaru_engine_cache_max_bytes',
      'gauge',
      'What its cache may hold.',
      async () => known((await memory()).cacheMax),
    ],
  ]
}

const one = (read: () => number) => () => [{ value: read() }]
const known = (value: number | undefined): Sample[] => (value === undefined ? [] : [{ value }])

function byName(counts: { entries(): Iterable<[string, number]> }, label: string): Sample[] {
  return Array.from(counts.entries(), ([name, value]) => ({ value, labels: { [label]: name } }))
}

async function flagsOf(readiness: MetricsExporterParts['readiness']): Promise<Sample[]> {
  return Object.entries(await readiness()).map(([need, has]) => ({ value: has ? 1 : 0, labels: { need } }))
}

function bucketsOf(name: string, call: string, latencies: Latencies): Sample[] {
  const cumulated = latencies.cumulated()
  const count = cumulated.at(-1) ?? 0
  // A call that nobody makes would cost a dozen series for nothing.
  if (count === 0) return []
  const bounds = [...LATENCY_BOUNDS_S.map(String), '+Inf']
  return [
    ...bounds.map((le, place) => ({
      value: cumulated[place] ?? count,
      labels: { call, le },
      metricName: `${name}_bucket`,
    })),
    { value: latencies.sumS(), labels: { call }, metricName: `${name}_sum` },
    { value: count, labels: { call }, metricName: `${name}_count` },
  ]
}
