import type { RequestHandler } from 'express'
import { type DestinationStream, type Logger, pino } from 'pino'
import { prettyFactory } from 'pino-pretty'
import { standardOutput } from './output.ts'
import { requestIdOf } from './requestIdMiddleware.ts'

/** Lines for people on a terminal, JSON elsewhere. Bodies, headers and tokens are never logged. */
export function createLog(level: string, lines: DestinationStream = onStandardOutput()): Logger {
  return pino({ level, base: null, serializers: { err: describeError } }, lines)
}

function onStandardOutput(): DestinationStream {
  if (!process.stdout.isTTY) return standardOutput
  const pretty = prettyFactory({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' })
  return { write: line => standardOutput.write(pretty(line) ?? line) }
}

export function logRequests(log: Logger): RequestHandler {
  if (!log.isLevelEnabled('debug')) return (_request, _response, next) => next()
  return (request, response, next) => {
    const started = performance.now()
    response.on('finish', () => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      const requestId = requestIdOf(response)
      log.debug(
        { requestId, method: request.method, path: request.path, status: response.statusCode, ms },
        'answered',
      )
    })
    next()
  }
}

/**
 * What is logged of an error. MongoDB and mongoose tell in theirs what could not be stored: as values between quotation
 * marks in the message, and as properties. Neither is kept, nor the message's copy in the stack.
 */
function describeError(error: unknown): Record<string, unknown> {
  if (!(error instanceof Error)) return { type: typeof error }
  return {
    type: error.name,
    message: error.message.replace(/".*"/s, '"…"'),
    ...('code' in error && { code: error.code }),
    stack: error.stack?.slice(error.stack.search(/^ +at /m)),
    ...(error.cause !== undefined && { cause: describeError(error.cause) }),
  }
}
