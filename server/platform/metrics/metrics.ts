import type { Connection } from 'mongoose'
import type { Call, ErrorCode } from '#protocol/call.ts'

/** Outcome of a call: done, or an error code. */
type Outcome = 'done' | ErrorCode

interface CallMetrics {
  outcomes: Counts<Outcome>
  latencies: Latencies
}

/**
 * Counters of a node. Their labels come from our own tables, never from input, so the number of series is bounded by
 * the calls and events of the product. `metricsExporter.ts` defines the exported names.
 */
export interface Metrics {
  /** By path. */
  calls: Map<string, CallMetrics>
  /** Published events by name. */
  events: Counts
  /** Push messages by outcome. */
  pushes: Counts<'sent' | 'gone' | 'failed'>
  /** Cluster commands sent by this node, by kind, and those that some node did not acknowledge in time. */
  clusterCommands: Counts
  unansweredClusterCommands: number
  /** Resyncs of this node's sockets after possible message loss. */
  resyncs: number
  /** Database commands since startup, and those pending. */
  operations: number
  pendingOperations: number
}

export function createMetrics(): Metrics {
  return {
    calls: new Map(),
    events: createCounts(),
    pushes: createCounts(),
    clusterCommands: createCounts(),
    unansweredClusterCommands: 0,
    resyncs: 0,
    operations: 0,
    pendingOperations: 0,
  }
}

/** Records outcome and duration of each call; rethrows errors. */
export function measureCall(metrics: Metrics, { path }: Call, codeOf: (error: unknown) => ErrorCode) {
  const measure: CallMetrics = { outcomes: createCounts(), latencies: createLatencies() }
  metrics.calls.set(path, measure)

  return async (work: () => Promise<void>): Promise<void> => {
    const startedAt = performance.now()
    let outcome: Outcome = 'done'
    try {
      await work()
    } catch (error) {
      outcome = codeOf(error)
      throw error
    } finally {
      measure.outcomes.add(outcome)
      measure.latencies.add((performance.now() - startedAt) / 1_000)
    }
  }
}

/** Counts events by a bounded set of names. */
export interface Counts<Name extends string = string> {
  add(name: Name): void
  entries(): Iterable<[Name, number]>
}

export function createCounts<Name extends string>(): Counts<Name> {
  const counted = new Map<Name, number>()
  return {
    add: name => void counted.set(name, (counted.get(name) ?? 0) + 1),
    entries: () => counted.entries(),
  }
}

/** Upper bounds of the histogram buckets, in seconds. */
export const LATENCY_BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** A latency histogram with the buckets LATENCY_BOUNDS_S. Cheap, because every call uses it. */
export interface Latencies {
  add(seconds: number): void
  /** Cumulative counts per bucket, then the total. */
  cumulated(): number[]
  sumS(): number
}

function createLatencies(): Latencies {
  const counted = new Float64Array(LATENCY_BOUNDS_S.length + 1)
  let sum = 0
  return {
    add(seconds) {
      const found = LATENCY_BOUNDS_S.findIndex(bound => seconds <= bound)
      const index = found === -1 ? LATENCY_BOUNDS_S.length : found
      counted[index] = (counted[index] ?? 0) + 1
      sum += seconds
    },
    cumulated() {
      let total = 0
      return Array.from(counted, count => {
        total += count
        return total
      })
    },
    sumS: () => sum,
  }
}

/**
 * Counts database commands by connection checkouts, which the driver emits in any case; command monitoring costs more
 * than many a command.
 */
export function countOperations(mongo: Connection, metrics: Metrics): void {
  mongo
    .getClient()
    .on('connectionCheckedOut', () => {
      metrics.operations += 1
      metrics.pendingOperations += 1
    })
    .on('connectionCheckedIn', () => {
      metrics.pendingOperations -= 1
    })
}
