import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useIsTabVisible } from '#client/platform/browser/useIsTabVisible.ts'
import { onResync } from './eventBus.ts'

/**
 * Tells up to which number a visible tab has shown something, each time when that is more than before; null when there
 * is nothing to tell. What did not arrive is told after the break, or with the next number that is shown.
 */
export function useSeenReport(seen: number | null, tell: (seen: number) => Promise<void>): void {
  const isVisible = useIsTabVisible()
  const told = useRef(-1)
  const tellOnce = useEffectEvent(tell)
  const [breaks, noteBreak] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onResync(noteBreak), [])

  // biome-ignore lint/correctness/useExhaustiveDependencies: each break that is over is a new chance
  useEffect(() => {
    if (!isVisible || seen === null || seen <= told.current) return
    const before = told.current
    told.current = seen
    tellOnce(seen).catch(() => {
      told.current = before
    })
  }, [isVisible, seen, breaks])
}
