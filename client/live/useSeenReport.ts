import { useEffect, useEffectEvent, useRef } from 'react'
import { useIsTabVisible } from '#client/platform/browser/useIsTabVisible.ts'
import { onResync } from './eventBus.ts'
import { createSeenReporter } from './seen.reporter.ts'

/**
 * Tells up to which number a visible tab has shown something, each time when that is more than before; null when there is nothing to
 * tell. What still waits when one leaves is told then.
 */
export function useSeenReport(seen: number | null, tell: (seen: number) => Promise<void>): void {
  const isVisible = useIsTabVisible()
  const reporter = useRef<ReturnType<typeof createSeenReporter>>(null)
  const added = useRef(-1)
  const tellUpTo = useEffectEvent(tell)

  useEffect(() => {
    const begun = createSeenReporter(numbers => tellUpTo(Math.max(...numbers)))
    reporter.current = begun
    const stop = onResync(begun.tryAgain)
    return () => {
      stop()
      begun.finish()
    }
  }, [])

  useEffect(() => {
    if (!isVisible || seen === null || seen <= added.current) return
    added.current = seen
    reporter.current?.add(seen)
  }, [isVisible, seen])
}
