import { useEffect, useEffectEvent, useReducer, useRef } from 'react'
import { useIsTabVisible } from '#client/platform/browser/useIsTabVisible.ts'
import { onResync } from './eventBus.ts'

/** A tab tells no oftener, in milliseconds. */
const TOLD_EVERY_MS = 1_000

/**
 * Tells up to which number a visible tab has shown something, each time when that is more than before, once a second; null when
 * there is nothing to tell. What did not arrive is told after the break, or with the next number that is shown; what still waits
 * when one leaves is told then.
 */
export function useSeenReport(seen: number | null, tell: (seen: number) => Promise<void>): void {
  const isVisible = useIsTabVisible()
  const told = useRef({ upTo: -1, at: Number.NEGATIVE_INFINITY })
  const waiting = useRef(-1)
  const [breaks, noteBreak] = useReducer((count: number) => count + 1, 0)
  useEffect(() => onResync(noteBreak), [])

  const tellNow = useEffectEvent((upTo: number) => {
    if (upTo <= told.current.upTo) return
    const before = told.current.upTo
    told.current = { upTo, at: performance.now() }
    tell(upTo).catch(() => {
      told.current.upTo = before
    })
  })

  // biome-ignore lint/correctness/useExhaustiveDependencies: each break that is over is a new chance
  useEffect(() => {
    if (!isVisible || seen === null) return
    waiting.current = seen
    const pause = told.current.at + TOLD_EVERY_MS - performance.now()
    if (pause <= 0) return tellNow(seen)
    const timer = setTimeout(() => tellNow(seen), pause)
    return () => clearTimeout(timer)
  }, [isVisible, seen, breaks])

  useEffect(() => () => tellNow(waiting.current), [])
}
