import { LRUCache } from 'lru-cache'

/**
 * Size options for `LRUCache`. `max` preallocates memory for every entry; `maxSize` with a size of 1 per entry does
 * not.
 */
export function lruOptions(count: number) {
  return { maxSize: count, sizeCalculation: () => 1 }
}

/** How long a node trusts a cached record, in case the invalidation gets lost. */
const TRUSTED_MS = 30_000
const RECORDS_MAX = 20_000

/** Caches records by number that change rarely and are read often. */
export interface RecordCache<Value> {
  /** Missing records are absent from the result. */
  getMany(numbers: readonly number[]): Promise<Map<number, Value>>
  /** Called on every node after a change is saved. */
  invalidate(number: number): void
  /** Called when this node may have missed an invalidation. */
  clear(): void
}

/**
 * Caches the results of `load` in memory. A missing record is loaded again each time, because it may be created soon.
 */
export function createRecordCache<Value extends {}>(
  load: (numbers: readonly number[]) => Promise<Map<number, Value>>,
): RecordCache<Value> {
  const cache = new LRUCache<number, Value>({ ...lruOptions(RECORDS_MAX), ttl: TRUSTED_MS })
  // A read that overlaps with a change must not be cached.
  let changes = 0

  return {
    async getMany(numbers) {
      const found = new Map<number, Value>()
      const missing = new Set<number>()
      for (const number of numbers) {
        const value = cache.get(number)
        if (value === undefined) missing.add(number)
        else found.set(number, value)
      }
      if (missing.size === 0) return found
      const changesBefore = changes
      for (const [number, value] of await load([...missing])) {
        found.set(number, value)
        if (changes === changesBefore) cache.set(number, value)
      }
      return found
    },
    invalidate(number) {
      changes += 1
      cache.delete(number)
    },
    clear() {
      changes += 1
      cache.clear()
    },
  }
}

/** Caches values of an entity for one version of it. */
export interface VersionedCache<Value extends {}> {
  /** Returns the value cached for exactly this version, or loads and caches it. */
  getOrLoad(key: string, version: number, load: () => Promise<Value>): Promise<Value>
  /** Undefined if nothing is cached for this version. */
  peek(key: string, version: number): Value | undefined
  set(key: string, version: number, value: Value): void
  /** Returns a setter that does nothing after the next `clear`, for values derived from cached ones. */
  createSetter(): VersionedCache<Value>['set']
  /** Called when data may have changed without a new version. */
  clear(): void
}

/**
 * A cached value is at least as new as its version, because the version is always read first. So a node detects stale
 * values without messages from other nodes.
 * @param size the share of `max` that a value takes; 1 by default.
 */
export function createVersionedCache<Value extends {}>(
  max: number,
  size: (value: Value) => number = () => 1,
): VersionedCache<Value> {
  const cache = new LRUCache<string, { version: number; value: Value }>({
    maxSize: max,
    sizeCalculation: ({ value }) => size(value),
  })
  // A read that overlaps with `clear` must not be cached.
  let generation = 0

  function peek(key: string, version: number): Value | undefined {
    const found = cache.get(key)
    return found?.version === version ? found.value : undefined
  }
  function set(key: string, version: number, value: Value): void {
    const found = cache.peek(key)
    if (found === undefined || found.version <= version) cache.set(key, { version, value })
  }
  function createSetter() {
    const before = generation
    return (key: string, version: number, value: Value) => {
      if (before === generation) set(key, version, value)
    }
  }

  return {
    peek,
    set,
    createSetter,
    async getOrLoad(key, version, load) {
      const found = peek(key, version)
      if (found !== undefined) return found
      const keepNow = createSetter()
      const value = await load()
      keepNow(key, version, value)
      return value
    },
    clear() {
      generation += 1
      cache.clear()
    },
  }
}
