interface DelayQueueSize {
  places: number
  /** Maximum number of places per key. */
  placesPerKey: number
}

/** Delays requests. Bounded, so that waiting requests cannot fill a node's memory. */
export interface DelayQueue {
  /**
   * Resolves `true` after the delay. If the queue, or the key's share of it, is full, a random waiter with the same key
   * (any waiter if the key has none) is evicted and resolves `false`. Random eviction keeps early arrivals from
   * blocking everybody else.
   */
  wait(key: string, milliseconds: number): Promise<boolean>
}

type Evict = () => void

export function createDelayQueue({ places, placesPerKey }: DelayQueueSize): DelayQueue {
  const waiting = new Map<string, Set<Evict>>()
  let size = 0

  function evictRandom(ofKey: Set<Evict>): void {
    if (size < places && ofKey.size < placesPerKey) return
    const candidates = ofKey.size > 0 ? [...ofKey] : [...waiting.values()].flatMap(others => [...others])
    candidates[Math.floor(Math.random() * candidates.length)]?.()
  }

  return {
    wait(key, milliseconds) {
      const ofKey = waiting.get(key) ?? new Set()
      evictRandom(ofKey)
      waiting.set(key, ofKey)
      return new Promise(resolve => {
        const leave = (hasWaited: boolean) => {
          clearTimeout(timeout)
          ofKey.delete(evict)
          size -= 1
          if (ofKey.size === 0 && waiting.get(key) === ofKey) waiting.delete(key)
          resolve(hasWaited)
        }
        const evict = () => leave(false)
        const timeout = setTimeout(() => leave(true), milliseconds)
        timeout.unref()
        ofKey.add(evict)
        size += 1
      })
    },
  }
}
