export interface WaitingRoomSize {
  places: number
  /** How many of them one key may take. */
  placesPerKey: number
}

/** Where requests wait their time. It is bounded, so that waiting ones cannot fill a node's memory. */
export interface WaitingRoom {
  /**
   * Resolves after the time with true. When there is no place left, somebody who waits for the same key, chosen by lot, is sent
   * away at once with false: so nobody can keep others out by being there first, and who comes again gets in.
   */
  wait(key: string, milliseconds: number): Promise<boolean>
}

type Evict = () => void

export function createDelayQueue({ places, placesPerKey }: WaitingRoomSize): WaitingRoom {
  const waiting = new Map<string, Set<Evict>>()
  let taken = 0

  function evictRandom(ofKey: Set<Evict>): void {
    if (taken < places && ofKey.size < placesPerKey) return
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
          clearTimeout(patience)
          ofKey.delete(evict)
          taken -= 1
          if (ofKey.size === 0 && waiting.get(key) === ofKey) waiting.delete(key)
          resolve(hasWaited)
        }
        const evict = () => leave(false)
        const patience = setTimeout(() => leave(true), milliseconds)
        patience.unref()
        ofKey.add(evict)
        taken += 1
      })
    },
  }
}
