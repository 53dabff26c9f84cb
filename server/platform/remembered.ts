import { LRUCache } from 'lru-cache'
import { upTo } from './upTo.ts'

/** How long a node trusts what it remembers, should the word that it changed be lost. */
const TRUSTED_MS = 30_000
const REMEMBERED_MAX = 20_000

/** What seldom changes and is shown often, by its number. */
export interface Remembered<Value> {
  /** What is gone is absent. */
  of(numbers: readonly number[]): Promise<Map<number, Value>>
  /** Called on every node when it changes, after the change is saved. */
  forget(number: number): void
  /** When this node may not have heard what changed. */
  forgetAll(): void
}

/**
 * Keeps in this process what `load` finds, so that a page need not ask for it. What is absent is asked for each time: it
 * may be about to be made.
 */
export function remember<Value extends {}>(
  load: (numbers: readonly number[]) => Promise<Map<number, Value>>,
): Remembered<Value> {
  const known = new LRUCache<number, Value>({ ...upTo(REMEMBERED_MAX), ttl: TRUSTED_MS })
  // So that what was read just before a change is not remembered just after.
  let changes = 0

  return {
    async of(numbers) {
      const found = new Map<number, Value>()
      const missing = new Set<number>()
      for (const number of numbers) {
        const value = known.get(number)
        if (value === undefined) missing.add(number)
        else found.set(number, value)
      }
      if (missing.size === 0) return found
      const changesBefore = changes
      for (const [number, value] of await load([...missing])) {
        found.set(number, value)
        if (changes === changesBefore) known.set(number, value)
      }
      return found
    },
    forget(number) {
      changes += 1
      known.delete(number)
    },
    forgetAll() {
      changes += 1
      known.clear()
    },
  }
}
