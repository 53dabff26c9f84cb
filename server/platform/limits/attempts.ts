import { RateLimiterMemory, RateLimiterRedis } from 'rate-limiter-flexible'
import { tooMany } from '#server/platform/errors.ts'
import type { RedisConnection } from '#server/platform/redis.ts'

/** How many attempts pass for one key in a window of time. */
export interface AttemptLimit {
  limit: number
  windowMs: number
}

/** How many attempts there were in the window under way. */
export interface Counted {
  /** By how many they are more than the limit; 0 or less while they are within it. */
  beyond: number
  windowEndsInMs: number
}

/**
 * Attempts of one kind, counted by what `serve` cannot see: whether they failed, and of which account from where. A key
 * should be a digest, so that neither addresses nor e-mail lie about in Redis.
 */
export interface Attempts {
  /** Counts before the outcome is known, so that many at once do not pass together. */
  add(key: string): Promise<Counted>
  /** The same, and throws a RequestError 'tooMany' beyond the limit. */
  admit(key: string): Promise<void>
  /** What was counted was no failure. */
  takeBack(key: string): Promise<void>
  forget(key: string): Promise<void>
}

export interface AttemptsParts {
  /** Null on a single node, which counts by itself. */
  redis: RedisConnection | null
  /** Multiplies every limit. */
  scale: number
}

/** A counter for each limit, which all nodes share. While Redis is out of reach each node counts by itself. */
export function countAttempts<Name extends string>(
  limits: Record<Name, AttemptLimit>,
  parts: AttemptsParts,
): Record<Name, Attempts> {
  const entries = Object.entries<AttemptLimit>(limits)
  const counters = entries.map(([name, limit]) => [name, createAttempts(name, limit, parts)])
  return Object.fromEntries(counters) as Record<Name, Attempts>
}

function createAttempts(
  name: string,
  { limit, windowMs }: AttemptLimit,
  { redis, scale }: AttemptsParts,
): Attempts {
  const points = Math.ceil(limit * scale)
  const options = { points, duration: windowMs / 1000 }
  const alone = new RateLimiterMemory(options)
  const limiter =
    redis === null
      ? alone
      : new RateLimiterRedis({
          ...options,
          storeClient: redis.client,
          keyPrefix: `${redis.prefix}:attempts:${name}`,
          rejectIfRedisNotReady: true,
          insuranceLimiter: alone,
        })

  async function add(key: string): Promise<Counted> {
    const { consumedPoints, msBeforeNext } = await limiter.penalty(key)
    return { beyond: consumedPoints - points, windowEndsInMs: msBeforeNext }
  }

  return {
    add,
    async admit(key) {
      const { beyond, windowEndsInMs } = await add(key)
      if (beyond > 0) throw tooMany(windowEndsInMs)
    },
    async takeBack(key) {
      await limiter.reward(key)
    },
    async forget(key) {
      await limiter.delete(key)
    },
  }
}
