import { createHash } from 'node:crypto'
import {
  type RateLimiterAbstract,
  RateLimiterMemory,
  RateLimiterRedis,
  RateLimiterRes,
} from 'rate-limiter-flexible'
import type { Call, LimitClass } from '#protocol/call.ts'
import { addressKey } from '#server/platform/address.ts'
import { tooMany } from '#server/platform/errors.ts'
import type { RedisConnection } from '#server/platform/redis.ts'

/** How often something may be asked in a window of time. */
export interface RateLimit {
  /** From one address, or by one signed-in person. */
  by: 'address' | 'viewer'
  limit: number
  windowMs: number
  /** `node` for what protects a node's own capacity, and costs no trip to Redis; otherwise all nodes count together. */
  countedBy?: 'node'
}

/** What all calls of a class share. */
export interface ClassLimits {
  rates: readonly RateLimit[]
  /** How many of them are carried out at a time, for one person (or address) and on a node; the others wait. */
  atOnce?: AtOnce
}

interface AtOnce {
  each: number
  /** From one address, whoever asks; absent where that does not matter. */
  eachAddress?: number
  total: number
}

/** How many of those requests of a call that bring a certain field are carried out at a time. */
export interface CallTurns {
  call: Call
  /** The name of a field that may be left out. */
  onlyWith: string
  atOnce: AtOnce
}

/** A limit of one call, beside those of its class. Counted once the request has proven to be well-formed. */
export type CallLimit = RateLimit & { call: Call }

export interface RateLimitParts {
  classes: Readonly<Record<LimitClass, ClassLimits>>
  calls: readonly CallLimit[]
  /** Null on a single node, which counts by itself. */
  redis: RedisConnection | null
  /** Multiplies every limit. */
  scale: number
}

/** Who asks, as far as it is known. */
export interface Whom {
  address: string
  viewerNo: number | undefined
}

/** The limits of one call. Each function throws a RequestError 'tooMany' that says how long to wait. */
export interface CallLimiter {
  /** To be asked before anything of the request is read. */
  countAddress(whom: Whom): Promise<void>
  /** To be asked as soon as it is known who asks; nothing for a visitor. */
  countViewer(whom: Whom): Promise<void>
  /** To be asked once the request has proven to be well-formed: the limits of this call alone. */
  countCall(whom: Whom): Promise<void>
}

export function createRateLimits({ classes, calls, redis, scale }: RateLimitParts) {
  const countsAlone = ({ countedBy }: RateLimit) => redis === null || countedBy === 'node'

  /** While Redis is out of reach each node counts by itself. */
  function limiterOf(name: string, rate: RateLimit): RateLimiterAbstract {
    const { by, limit, windowMs } = rate
    const keyPrefix = `limit:${name}:${by}:${windowMs}`
    const options = { keyPrefix, points: Math.ceil(limit * scale), duration: windowMs / 1000 }
    const inMemory = new RateLimiterMemory(options)
    if (redis === null || countsAlone(rate)) return inMemory
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
      keyOf: countsAlone(rate) ? nameOf : digestOf,
    }))
    return async (by: readonly RateLimit['by'][], whom: Whom): Promise<void> => {
      for (const { rate, limiter, keyOf } of limiters) {
        const key = by.includes(rate.by) ? keyOf(rate.by, whom) : undefined
        if (key !== undefined) await limiter.consume(key).catch(reject)
      }
    }
  }

  const shared = new Map(Object.entries(classes).map(([name, { rates }]) => [name, counterOf(name, rates)]))

  /** Made once for each call. */
  return function limiterOfCall(call: Call): CallLimiter {
    const countShared = shared.get(call.limit) ?? counterOf(call.limit, [])
    const countOwn = counterOf(
      call.path,
      calls.filter(limit => limit.call === call),
    )
    return {
      async countAddress(whom) {
        await countShared(['address'], whom)
        await countOwn(['address'], whom)
      },
      countViewer: whom => countShared(['viewer'], whom),
      countCall: whom => countOwn(['viewer'], whom),
    }
  }
}

/** Undefined when there is nobody to count for. */
function nameOf(by: RateLimit['by'], { address, viewerNo }: Whom): string | undefined {
  return by === 'address' ? addressKey(address) : viewerNo?.toString()
}

/** The same so that no addresses lie about in Redis. */
function digestOf(by: RateLimit['by'], whom: Whom): string | undefined {
  const name = nameOf(by, whom)
  return name && createHash('sha256').update(name).digest('base64url').slice(0, 22)
}

function reject(reason: unknown): never {
  if (!(reason instanceof RateLimiterRes)) throw reason
  throw tooMany(reason.msBeforeNext)
}
