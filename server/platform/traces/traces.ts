import type { Connection } from 'mongoose'
import type { ErrorCode } from '#protocol/errors.ts'

/** What is told of a call; nothing that was sent, and nobody's name or address. */
export interface TracedCall {
  method: string
  path: string
  requestId: string
  /** W3C Trace Context of a proxy that is trusted. */
  traceparent: string | undefined
}

/** Tells an OpenTelemetry collector how long calls took, and each command to the database on their way. */
export interface Traces {
  /** Does the work as a span of its own; what fails is named by `codeOf`, and goes on. */
  ofCall(call: TracedCall, codeOf: (error: unknown) => ErrorCode, work: () => Promise<void>): Promise<void>
  /** Needs a connection whose commands are monitored. */
  watchDatabase(mongo: Connection): void
  /** Tells what is left, for a bounded time. Never throws. */
  stop(): Promise<void>
}
