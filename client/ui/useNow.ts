import { useSyncExternalStore } from 'react'

const REDRAWN_EVERY_MS = 20_000

/** The time in milliseconds since 1970, which is redrawn now and then: for what says how long ago something was. */
export function useNow(): number {
  return useSyncExternalStore(subscribeToClock, coarseNow)
}

/** The same value within one period, as an external store must answer. */
function coarseNow(): number {
  return Math.floor(Date.now() / REDRAWN_EVERY_MS) * REDRAWN_EVERY_MS
}

function subscribeToClock(redraw: () => void): () => void {
  const timer = setInterval(redraw, REDRAWN_EVERY_MS)
  return () => clearInterval(timer)
}
