import { TokenBucket } from 'limiter'
import { LRUCache } from 'lru-cache'
import { lruOptions } from '#server/platform/caches.ts'

/** Capacity of the bucket, and tokens refilled per second. */
export interface TokenBucketOptions {
  burst: number
  perSecond: number
}

/** Bounds the memory of a node. An evicted key starts with a full bucket. */
const REMEMBERED_MAX = 10_000

interface TokenBuckets {
  /** Takes tokens; returns false, and takes none, if there are not enough. */
  take(key: string | number, tokens?: number): boolean
  isEmpty(key: string | number): boolean
}

/** One token bucket per key (user number or address), counted per node. */
export function createTokenBuckets(allowance: TokenBucketOptions, scale: number): TokenBuckets {
  const buckets = new LRUCache<string | number, TokenBucket>(lruOptions(REMEMBERED_MAX))
  return {
    take(key, tokens = 1) {
      let bucket = buckets.get(key)
      if (bucket === undefined) {
        bucket = createFullBucket(allowance, scale)
        buckets.set(key, bucket)
      }
      return bucket.tryRemoveTokens(tokens)
    },
    isEmpty: key => (buckets.get(key)?.getWaitTime(1) ?? 0) > 0,
  }
}

/** @param scale multiplies capacity and refill rate. */
export function createFullBucket({ burst, perSecond }: TokenBucketOptions, scale: number): TokenBucket {
  const bucketSize = Math.ceil(burst * scale)
  const bucket = new TokenBucket({ bucketSize, tokensPerInterval: perSecond * scale, interval: 'second' })
  bucket.content = bucketSize
  return bucket
}

export interface Budgets {
  /** Milliseconds until the key may spend again; 0 if it may now. */
  waitMs(key: string | number): number
  spend(key: string | number, amount: number): void
}

/**
 * Budgets per key and node, for example of milliseconds or kilobytes. The amount is known only after the work, so one piece of
 * work may exceed the budget.
 */
export function createBudgets(
  { burst, perSecond }: TokenBucketOptions,
  scale: number,
  now: () => number = () => performance.now(),
): Budgets {
  const used = new LRUCache<string | number, { amount: number; at: number }>(lruOptions(REMEMBERED_MAX))
  const [most, perMs] = [burst * scale, (perSecond * scale) / 1_000]
  function usedBy(key: string | number): number {
    const { amount, at } = used.get(key) ?? { amount: 0, at: 0 }
    return Math.max(0, amount - (now() - at) * perMs)
  }
  return {
    waitMs: key => Math.max(0, usedBy(key) - most) / perMs,
    spend: (key, amount) => void used.set(key, { amount: usedBy(key) + amount, at: now() }),
  }
}

interface ConnectionLimit {
  isReached(key: string | number): boolean
  /** Takes a slot even if the limit is reached. Returns a function that releases it once. */
  acquire(key: string | number): () => void
}

/** Counts open connections per key, a user number or an address. */
export function createConnectionLimit(most: number): ConnectionLimit {
  const open = new Map<string | number, number>()
  return {
    isReached: key => (open.get(key) ?? 0) >= most,
    acquire(key) {
      open.set(key, (open.get(key) ?? 0) + 1)
      let isIn = true
      return () => {
        if (!isIn) return
        isIn = false
        const left = (open.get(key) ?? 0) - 1
        if (left > 0) open.set(key, left)
        else open.delete(key)
      }
    },
  }
}

export interface ThrottleOptions {
  /** Interval between two runs of a key. */
  everyMs: number
  /** Maximum number of waiting runs per key. */
  waitingMax: number
}

/**
 * Runs single work at once, and spreads bursts of a key over time. Returns false, and drops the work, if too much
 * waits.
 */
export function createThrottle({
  everyMs,
  waitingMax,
}: ThrottleOptions): (key: string, work: () => void) => boolean {
  const queues = new Map<string, (() => void)[]>()

  function next(key: string, line: (() => void)[]): void {
    const work = line.shift()
    if (work === undefined) queues.delete(key)
    else {
      setTimeout(next, everyMs, key, line)
      work()
    }
  }

  return (key, work) => {
    const line = queues.get(key)
    if (line === undefined) {
      const newLine = [work]
      queues.set(key, newLine)
      next(key, newLine)
      return true
    }
    return line.length < waitingMax && line.push(work) > 0
  }
}
