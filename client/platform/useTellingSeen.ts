import { useEffect, useReducer, useRef } from 'react'
import { onResync } from './socket.ts'
import { useIsTabVisible } from './useIsTabVisible.ts'

/**
 * Tells how far a visible tab has shown something, each time when that is more than before; null when there is nothing to
 * tell. What did not arrive is told after the break, or with the next that is shown. `tell` should be constant.
 */
export function useTellingSeen(seen: number | null, tell: (seen: number) => Promise<void>): void {
  const isVisible = useIsTabVisible()
  const told = useRef(-1)
  const [breaks, noteBreak] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onResync(noteBreak), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each break that is over is a new chance
  useEffect(() => {
    if (!isVisible || seen === null || seen <= told.current) return
    const before = told.current
    told.current = seen
    tell(seen).catch(() => {
      told.current = before
    })
  }, [isVisible, seen, tell, breaks])
}
