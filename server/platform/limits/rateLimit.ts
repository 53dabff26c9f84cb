import { createHash } from 'node:crypto'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Call, LimitClass } from '#protocol/call.ts'
import { tooMany } from '#server/platform/errors.ts'
import type { RedisConnection } from '#server/platform/redis.ts'
import { addressKey } from '#server/platform/request.ts'

/** Requests allowed in a time window. */
export interface RateLimit {
  /** Per address, or per signed-in user. */
  by: 'address' | 'viewer'
  limit: number
  windowMs: number
  /**
   * `node` counts per node: it protects the node's capacity and needs no Redis round trip. By default all nodes count
   * together.
   */
  countedBy?: 'node'
}

/** Limits shared by all calls of a class. */
export interface ClassLimits {
  rates: readonly RateLimit[]
  /** Concurrent calls per user (or address) and per node; others wait. */
  concurrency?: Concurrency
}

interface Concurrency {
  perKey: number
  /** Per address; absent for no limit. */
  perAddress?: number
  total: number
}

/** Concurrency limit for requests of a call that contain a certain field. */
export interface CallConcurrency {
  call: Call
  /** Name of an optional field. */
  onlyWith: string
  concurrency: Concurrency
}

/** A limit of one call, in addition to its class. Counts only valid requests. */
export type CallLimit = RateLimit & { call: Call }

export interface RateLimitParts {
  classes: Readonly<Record<LimitClass, ClassLimits>>
  calls: readonly CallLimit[]
  /** Limits of all calls of a user's API tokens together, which count apart from those of the app. */
  apiTokens: readonly RateLimit[]
  /** Null on a single node, which counts in memory. */
  redis: RedisConnection | null
  scale: number
}

/** The caller, as far as known. */
export interface Caller {
  address: string
  viewerNo: number | undefined
  usesApiToken?: boolean
}

/** Rate limits of one call. Each function throws a RequestError 'tooMany' with the time to wait. */
interface CallLimiter {
  /** Call before reading the request. */
  countAddress(caller: Caller): Promise<void>
  /** Call once the session is known; does nothing for a visitor. */
  countViewer(caller: Caller): Promise<void>
  /** Call once the request is valid; counts the limits of this call only. */
  countCall(caller: Caller): Promise<void>
}

export function createRateLimits({ classes, calls, apiTokens, redis, scale }: RateLimitParts) {
  const isCountedPerNode = ({ countedBy }: RateLimit) => redis === null || countedBy === 'node'

  /** While Redis is unreachable each node counts in memory. */
  function limiterOf(name: string, rate: RateLimit): RateLimiterAbstract {
    const { by, limit, windowMs } = rate
    const keyPrefix = `limit:${name}:${by}:${windowMs}`
    const options = { keyPrefix, points: Math.ceil(limit * scale), duration: windowMs / 1000 }
    const inMemory = new RateLimiterMemory(options)
    if (redis === null || isCountedPerNode(rate)) return inMemory
    return new RateLimiterRedis({
      ...options,
      keyPrefix: `${redis.prefix}:${keyPrefix}`,
      storeClient: redis.client,
      rejectIfRedisNotReady: true,
      insuranceLimiter: inMemory,
    })
  }

  function counterOf(name: string, rates: readonly RateLimit[]) {
    const limiters = rates.map(rate => ({
      rate,
      limiter: limiterOf(name, rate),
      keyOf: isCountedPerNode(rate) ? nameOf : digestOf,
    }))
    return async (by: readonly RateLimit['by'][], caller: Caller): Promise<void> => {
      for (const { rate, limiter, keyOf } of limiters) {
        const key = by.includes(rate.by) ? keyOf(rate.by, caller) : undefined
        if (key !== undefined) await limiter.consume(key).catch(reject)
      }
    }
  }

  const classCounters = new Map(
    Object.entries(classes).map(([name, { rates }]) => [name, counterOf(name, rates)]),
  )

  const countApiCall = counterOf('apiTokens', apiTokens)

  return function limiterOfCall(call: Call): CallLimiter {
    const countClass = classCounters.get(call.limit) ?? counterOf(call.limit, [])
    const countOwn = counterOf(
      call.path,
      calls.filter(limit => limit.call === call),
    )
    return {
      async countAddress(caller) {
        await countClass(['address'], caller)
        await countOwn(['address'], caller)
      },
      async countViewer(caller) {
        if (caller.usesApiToken) await countApiCall(['viewer'], caller)
        await countClass(['viewer'], caller)
      },
      countCall: caller => countOwn(['viewer'], caller),
    }
  }
}

/** Undefined if there is no user to count for. */
function nameOf(by: RateLimit['by'], { address, viewerNo, usesApiToken }: Caller): string | undefined {
  if (by === 'address') return addressKey(address)
  return usesApiToken ? `API tokens of ${viewerNo}` : viewerNo?.toString()
}

/** Hashed, so that Redis stores no addresses. */
function digestOf(by: RateLimit['by'], caller: Caller): string | undefined {
  const name = nameOf(by, caller)
  return name && createHash('sha256').update(name).digest('base64url').slice(0, 22)
}

function reject(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  throw tooMany(reason.msBeforeNext)
}

/** Attempts allowed per key and time window. */
export interface AttemptLimit {
  limit: number
  windowMs: number
}

/** Attempts in the current window. */
interface AttemptCount {
  /** Number of attempts over the limit; 0 or less within it. */
  excess: number
  windowEndsInMs: number
}

/**
 * Counts attempts by criteria that `serve` does not know: whether they failed, and account and address. Keys should be
 * hashes, so that Redis stores neither addresses nor e-mail addresses.
 */
export interface AttemptCounter {
  /** Counts an attempt before its outcome is known, so that concurrent attempts cannot pass together. */
  add(key: string): Promise<AttemptCount>
  /** Same, and throws a RequestError 'tooMany' over the limit. */
  admit(key: string): Promise<void>
  /** Takes back one attempt, because it did not fail. */
  undo(key: string): Promise<void>
  reset(key: string): Promise<void>
}

interface AttemptsParts {
  /** Null on a single node, which counts in memory. */
  redis: RedisConnection | null
  scale: number
}

/** One counter per limit, shared by all nodes. While Redis is unreachable each node counts in memory. */
export function createAttemptCounters<Name extends string>(
  limits: Record<Name, AttemptLimit>,
  parts: AttemptsParts,
): Record<Name, AttemptCounter> {
  const entries = Object.entries<AttemptLimit>(limits)
  const counters = entries.map(([name, limit]) => [name, createAttemptCounter(name, limit, parts)])
  return Object.fromEntries(counters) as Record<Name, AttemptCounter>
}

function createAttemptCounter(
  name: string,
  { limit, windowMs }: AttemptLimit,
  { redis, scale }: AttemptsParts,
): AttemptCounter {
  const points = Math.ceil(limit * scale)
  const options = { points, duration: windowMs / 1000 }
  const inMemory = new RateLimiterMemory(options)
  const limiter =
    redis === null
      ? inMemory
      : new RateLimiterRedis({
          ...options,
          storeClient: redis.client,
          keyPrefix: `${redis.prefix}:attempts:${name}`,
          rejectIfRedisNotReady: true,
          insuranceLimiter: inMemory,
        })

  async function add(key: string): Promise<AttemptCount> {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
    return { excess: consumedPoints - points, windowEndsInMs: msBeforeNext }
  }

  return {
    add,
    async admit(key) {
      const { excess, windowEndsInMs } = await add(key)
      if (excess > 0) throw tooMany(windowEndsInMs)
    },
    async undo(key) {
      await limiter.reward(key)
    },
    async reset(key) {
      await limiter.delete(key)
    },
  }
}
