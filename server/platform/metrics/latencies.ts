/** Upper bounds of what is counted together, in seconds; what takes longer than the last is counted beyond it. */
export const LATENCY_BOUNDS_S = [0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5]

/** How long something took, counted by LATENCY_BOUNDS_S: a few additions for each, since every call passes by. */
export interface Latencies {
  add(seconds: number): void
  /** How many took at most as long as each bound, then how many there were in all. */
  cumulated(): number[]
  sumS(): number
}

export function createLatencies(): Latencies {
  const counted = new Float64Array(LATENCY_BOUNDS_S.length + 1)
  let sum = 0
  return {
    add(seconds) {
      const found = LATENCY_BOUNDS_S.findIndex(bound => seconds <= bound)
      const place = found === -1 ? LATENCY_BOUNDS_S.length : found
      counted[place] = (counted[place] ?? 0) + 1
      sum += seconds
    },
    cumulated() {
      let total = 0
      return Array.from(counted, count => {
        total += count
        return total
      })
    },
    sumS: () => sum,
  }
}
