import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsTabVisible } from './useIsTabVisible.ts'

/**
 * Tells up to which number a visible tab has shown something, each time when that is more than before; null when there
 * is nothing to tell. What does not arrive is told with the next number or the next visit.
 */
export function useTellingSeen(seen: number | null, tell: (seen: number) => Promise<void>): void {
  const isVisible = useIsTabVisible()
  const told = useRef(-1)
  const tellOnce = useEffectEvent(tell)

  useEffect(() => {
    if (!isVisible || seen === null || seen <= told.current) return
    const before = told.current
    told.current = seen
    tellOnce(seen).catch(() => {
      told.current = before
    })
  }, [isVisible, seen])
}
