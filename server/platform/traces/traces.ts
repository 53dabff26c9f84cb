import type { Connection } from 'mongoose'
import type { ErrorCode } from '#protocol/errors.ts'

/** Trace attributes of a call. Contains no request data and no personal data. */
export interface TracedCall {
  method: string
  path: string
  requestId: string
  /** W3C Trace Context of a trusted proxy. */
  traceparent: string | undefined
}

/** Exports spans of calls, and of their database commands, to an OpenTelemetry collector. */
export interface Traces {
  /** Runs the work in a span and rethrows its error, which `codeOf` names. */
  traceCall(call: TracedCall, codeOf: (error: unknown) => ErrorCode, work: () => Promise<void>): Promise<void>
  /** Needs a connection with command monitoring. */
  watchDatabase(mongo: Connection): void
  /** Exports remaining spans within a time limit. Never throws. */
  stop(): Promise<void>
}
