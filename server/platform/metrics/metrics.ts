import type { Call } from '#protocol/call.ts'
import type { ErrorCode } from '#protocol/errors.ts'
import { type Counts, createCounts } from './counts.ts'
import { createLatencies, type Latencies } from './latencies.ts'

/** How a call ended: answered, or refused by a named error. */
export type Outcome = 'done' | ErrorCode

export interface CallMetrics {
  outcomes: Counts<Outcome>
  latencies: Latencies
}

/**
 * What a node counts while it works. Each number's names come from a table of ours and never from what was sent, so there are
 * as many series as the product has calls and events, whoever asks for what. `metricsExporter.ts` says what they are called outside.
 */
export interface Metrics {
  /** By the paths of the calls. */
  calls: Map<string, CallMetrics>
  /** By the names of the events that the domain told people. */
  events: Counts
  /** Sent to push services, by what came of it. */
  pushes: Counts<'sent' | 'gone' | 'failed'>
  /** Orders that this node gave to all nodes, by kind, and how many of them some node did not answer in time. */
  orders: Counts
  ordersUnanswered: number
  /** How often this node had its sockets join their rooms anew, since words may have been lost. */
  renewals: number
  /** Commands that were sent to the database, and those under way now. */
  operations: number
  operationsUnderWay: number
}

export function createMetrics(): Metrics {
  return {
    calls: new Map(),
    events: createCounts(),
    pushes: createCounts(),
    orders: createCounts(),
    ordersUnanswered: 0,
    renewals: 0,
    operations: 0,
    operationsUnderWay: 0,
  }
}

/** Notes how a call ends each time. The error goes on to whoever answers it. */
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
