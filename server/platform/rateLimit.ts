import { createHash } from 'node:crypto'
import type { Request, RequestHandler, Response } from 'express'
import { ipKeyGenerator, rateLimit } from 'express-rate-limit'
import type { Logger } from 'pino'
import { RedisStore } from 'rate-limit-redis'
import type { Call } from '#protocol/call.ts'
import { RequestError } from './errors.ts'
import type { RedisLine } from './redis.ts'

/** How often a call may be made in a window of time, from one address or for one account. */
export interface RateLimit {
  call: Call
  /** `email` counts what is asked for the account of the request's field `email`, by whomever. */
  by: 'address' | 'viewer' | 'email'
  limit: number
  windowMs: number
}

/** Whom a request is counted for, once its body has been read. */
export interface Counted {
  viewerNo: number | undefined
  email: string | undefined
}

export interface RateLimiter {
  /** Counts for the address alone: to be asked before a body is read. */
  admitAddress: RequestHandler[]
  /** Throws a RequestError 'tooMany' that says how long to wait. */
  count(request: Request, response: Response, counted: Counted): Promise<void>
}

export interface RateLimiterParts {
  limits: readonly RateLimit[]
  /** Null on a single node, which counts by itself. */
  redis: RedisLine | null
  /** Multiplies every limit. */
  scale: number
  log: Logger
}

/** The limits of one call. Should Redis be out of reach, requests pass uncounted: people matter more than counts. */
export function createRateLimiter(call: Call, { limits, redis, scale, log }: RateLimiterParts): RateLimiter {
  const counted = new WeakMap<Request, Counted>()

  const handlerOf = ({ by, limit, windowMs }: RateLimit) =>
    rateLimit({
      windowMs,
      limit: Math.ceil(limit * scale),
      keyGenerator: request => keyOf(by, request, counted.get(request)),
      handler: (request, _response, next) => next(tooMany(request, windowMs)),
      standardHeaders: false,
      legacyHeaders: false,
      validate: false,
      passOnStoreError: true,
      logger: {
        warn: error => log.warn({ err: error }, 'rate limiting'),
        error: error => log.warn({ reason: String(error) }, 'a request could not be counted'),
      },
      ...(redis && {
        store: new RedisStore({
          prefix: `${redis.prefix}:limit:${call.path}:${by}:${windowMs}:`,
          sendCommand: (command, ...words) => redis.command(command, words),
        }),
      }),
    })

  const own = limits.filter(limit => limit.call === call)
  const forAccounts = own.filter(limit => limit.by !== 'address').map(handlerOf)
  return {
    admitAddress: own.filter(limit => limit.by === 'address').map(handlerOf),
    async count(request, response, whom) {
      counted.set(request, whom)
      for (const handle of forAccounts) await passes(handle, request, response)
    },
  }
}

/** A digest, so that neither addresses nor e-mail lie about in Redis. An IPv6 household counts as one address. */
function keyOf(by: RateLimit['by'], request: Request, counted: Counted | undefined): string {
  const whom = {
    address: ipKeyGenerator(request.ip ?? ''),
    viewer: String(counted?.viewerNo),
    email: counted?.email?.trim().toLowerCase() ?? '',
  }
  return createHash('sha256').update(whom[by]).digest('base64url').slice(0, 22)
}

function tooMany(request: Request, windowMs: number): RequestError {
  const resetTime = 'rateLimit' in request && (request.rateLimit as { resetTime?: Date }).resetTime
  const waitMs = resetTime ? resetTime.getTime() - Date.now() : windowMs
  return new RequestError('tooMany', { retryAfterS: Math.max(1, Math.ceil(waitMs / 1000)) })
}

function passes(handle: RequestHandler, request: Request, response: Response): Promise<void> {
  return new Promise((resolve, reject) => {
    void handle(request, response, error => (error ? reject(error) : resolve()))
  })
}
