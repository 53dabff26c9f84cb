import { TokenBucket } from 'limiter'
import { LRUCache } from 'lru-cache'
import { upTo } from '#server/platform/upTo.ts'

/** How many tokens somebody may use at once, and how many come back each second. */
export interface TokenBucketOptions {
  atOnce: number
  aSecond: number
}

/** Of so many a node remembers what they used, so that nobody fills its memory; who is forgotten begins anew. */
const REMEMBERED_MAX = 10_000

export interface Buckets {
  /** False when there are not enough tokens left; then none is taken. */
  take(key: string | number, tokens?: number): boolean
  /** Whether not even one token is left. */
  isEmpty(key: string | number): boolean
}

/** A bucket of tokens for each key: a person's number, an address. Counted by this node alone. */
export function createBuckets(allowance: TokenBucketOptions, scale: number): Buckets {
  const buckets = new LRUCache<string | number, TokenBucket>(upTo(REMEMBERED_MAX))
  return {
    take(key, tokens = 1) {
      let bucket = buckets.get(key)
      if (bucket === undefined) {
        bucket = fullBucket(allowance, scale)
        buckets.set(key, bucket)
      }
      return bucket.tryRemoveTokens(tokens)
    },
    isEmpty: key => (buckets.get(key)?.getWaitTime(1) ?? 0) > 0,
  }
}

/** `scale` multiplies both numbers of the allowance. */
export function fullBucket({ atOnce, aSecond }: TokenBucketOptions, scale: number): TokenBucket {
  const bucketSize = Math.ceil(atOnce * scale)
  const bucket = new TokenBucket({ bucketSize, tokensPerInterval: aSecond * scale, interval: 'second' })
  bucket.content = bucketSize
  return bucket
}
