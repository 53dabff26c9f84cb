import { LRUCache } from 'lru-cache'

/** Keeps what was read of something that counts its changes, for as long as it counts no other. */
export interface VersionedCache<Value extends {}> {
  /** What was kept for `key` at this very version, or else what `load` finds, which is kept. */
  at(key: string, version: number, load: () => Promise<Value>): Promise<Value>
  /** Undefined when nothing is kept at this version. */
  peek(key: string, version: number): Value | undefined
  keep(key: string, version: number, value: Value): void
  /** Keeps what follows from what is kept now: nothing any more once everything was forgotten. */
  keeper(): VersionedCache<Value>['keep']
  /** When something may have changed that was never counted. */
  forgetAll(): void
}

/**
 * What is kept holds at least all that was counted up to its version, because the version is always read first. So a node
 * needs no word from another to know that what it keeps is old.
 * @param size how much of `max` a value takes; 1 unless said otherwise.
 */
export function createVersionedCache<Value extends {}>(
  max: number,
  size: (value: Value) => number = () => 1,
): VersionedCache<Value> {
  const kept = new LRUCache<string, { version: number; value: Value }>({
    maxSize: max,
    sizeCalculation: ({ value }) => size(value),
  })
  // So that what was read before everything is forgotten is not kept after.
  let generation = 0

  function peek(key: string, version: number): Value | undefined {
    const found = kept.get(key)
    return found?.version === version ? found.value : undefined
  }
  function keep(key: string, version: number, value: Value): void {
    const found = kept.peek(key)
    if (found === undefined || found.version <= version) kept.set(key, { version, value })
  }
  function keeper() {
    const before = generation
    return (key: string, version: number, value: Value) => {
      if (before === generation) keep(key, version, value)
    }
  }

  return {
    peek,
    keep,
    keeper,
    async at(key, version, load) {
      const found = peek(key, version)
      if (found !== undefined) return found
      const keepNow = keeper()
      const value = await load()
      keepNow(key, version, value)
      return value
    },
    forgetAll() {
      generation += 1
      kept.clear()
    },
  }
}
