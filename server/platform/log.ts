import type { RequestHandler } from 'express'
import { type Logger, pino } from 'pino'
import pretty from 'pino-pretty'

/** Lines for people on a terminal, JSON elsewhere. Bodies, headers and tokens are never logged. */
export function createLog(level: string): Logger {
  if (process.stdout.isTTY)
    return pino({ level, base: null }, pretty({ ignore: 'pid,hostname', translateTime: 'HH:MM:ss' }))
  return pino({ level, base: null })
}

export function logRequests(log: Logger): RequestHandler {
  return (request, response, next) => {
    const started = performance.now()
    response.on('finish', () => {
      const ms = Math.round((performance.now() - started) * 10) / 10
      log.debug({ method: request.method, path: request.path, status: response.statusCode, ms }, 'answered')
    })
    next()
  }
}
