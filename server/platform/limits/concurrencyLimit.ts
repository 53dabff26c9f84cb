export interface ConcurrencyLimit {
  isReached(key: string | number): boolean
  /** Counts one more, whether or not the ceiling is reached. Returns how to count it no longer, once. */
  enter(key: string | number): () => void
}

/** Counts what is open for each key, a person's number or an address; what is closed leaves nothing behind. */
export function createConcurrencyLimit(most: number): ConcurrencyLimit {
  const open = new Map<string | number, number>()
  return {
    isReached: key => (open.get(key) ?? 0) >= most,
    enter(key) {
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
