import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import {
  type Context,
  defaultTextMapGetter,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api'
import { W3CTraceContextPropagator } from '@opentelemetry/core'
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http'
import { resourceFromAttributes } from '@opentelemetry/resources'
import { BatchSpanProcessor, TracerProvider } from '@opentelemetry/sdk-trace'
import type { Connection } from 'mongoose'
import type { ErrorCode } from '#protocol/call.ts'

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

/** How long a shutdown waits for an unresponsive collector. */
const SHUTDOWN_TIMEOUT_MS = 2_000

/**
 * Imported only if tracing is on: the libraries and async context tracking cost memory and time.
 * @param endpoint of an OTLP/HTTP collector, as in `OTEL_EXPORTER_OTLP_ENDPOINT`.
 */
export function openTraces(endpoint: string): Traces {
  const exporter = new OTLPTraceExporter({ url: `${endpoint.replace(/\/$/, '')}/v1/traces` })
  const provider = new TracerProvider({
    resource: resourceFromAttributes({ 'service.name': 'geulmaru', 'service.instance.id': randomUUID() }),
    spanProcessors: [new BatchSpanProcessor({ exporter })],
  })
  const tracer = provider.getTracer('geulmaru')
  const propagator = new W3CTraceContextPropagator()
  // Not the library's own, which is global to the process.
  const current = new AsyncLocalStorage<Context>()

  function parentOf(traceparent: string | undefined): Context {
    return propagator.extract(ROOT_CONTEXT, { traceparent }, defaultTextMapGetter)
  }

  return {
    async traceCall({ method, path, requestId, traceparent }, codeOf, work) {
      const parent = parentOf(traceparent)
      const attributes = { 'http.request.method': method, 'http.route': path, 'http.request.id': requestId }
      const span = tracer.startSpan(`${method} ${path}`, { kind: SpanKind.SERVER, attributes }, parent)
      try {
        await current.run(trace.setSpan(parent, span), work)
      } catch (error) {
        const code = codeOf(error)
        span.setAttribute('error.type', code)
        // A rejected request is not a server error.
        if (code === 'internal' || code === 'unavailable') span.setStatus({ code: SpanStatusCode.ERROR })
        throw error
      } finally {
        span.end()
      }
    },
    watchDatabase(mongo) {
      const underWay = new Map<number, Span>()
      mongo
        .getClient()
        .on('commandStarted', ({ requestId, commandName, command }) => {
          const parent = current.getStore()
          // Background work of the node is not traced.
          if (parent === undefined) return
          const collection = command[commandName]
          const attributes = {
            'db.system.name': 'mongodb',
            'db.operation.name': commandName,
            ...(typeof collection === 'string' && { 'db.collection.name': collection }),
          }
          underWay.set(
            requestId,
            tracer.startSpan(commandName, { kind: SpanKind.CLIENT, attributes }, parent),
          )
        })
        .on('commandSucceeded', ({ requestId }) => end(requestId))
        .on('commandFailed', ({ requestId }) => end(requestId, SpanStatusCode.ERROR))

      function end(requestId: number, code = SpanStatusCode.UNSET): void {
        underWay.get(requestId)?.setStatus({ code }).end()
        underWay.delete(requestId)
      }
    },
    async stop() {
      await Promise.race([
        provider.shutdown().catch(() => undefined),
        wait(SHUTDOWN_TIMEOUT_MS, undefined, { ref: false }),
      ])
    },
  }
}
