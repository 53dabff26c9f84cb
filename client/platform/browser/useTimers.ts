import { startTransition, useEffect, useEffectEvent, useState } from 'react'
import { createThrottle, whenIdle } from './timers.ts'

/** The value once it has not changed for `ms` milliseconds. */
export function useDebouncedValue<Value>(value: Value, ms: number): Value {
  const [debounced, setDebounced] = useState(value)
  useEffect(() => {
    const timer = setTimeout(() => setDebounced(value), ms)
    return () => clearTimeout(timer)
  }, [value, ms])
  return debounced
}

/** Announcing several items at once keeps a screen reader from being interrupted again and again. */
const BATCH_MS = 1_000

/**
 * Collects the items that `subscribe` emits and returns the last batch; empty at first. `subscribe` returns the unsubscribe function
 * and has to be stable.
 */
export function useBatched<Item>(subscribe: (emit: (item: Item) => void) => () => void): Item[] {
  const [batch, setBatch] = useState<Item[]>([])
  useEffect(() => {
    let pending: Item[] = []
    const { schedule, cancel } = createThrottle(() => {
      setBatch(pending)
      pending = []
    }, BATCH_MS)
    const unsubscribe = subscribe(item => {
      pending.push(item)
      schedule()
    })
    return () => {
      unsubscribe()
      cancel()
    }
  }, [subscribe])
  return batch
}

/**
 * The value once the frame in which it changed has been painted, for renders that take longer than a keystroke may. `useDeferredValue`
 * alone starts the work before the frame of the keystroke is painted.
 */
export function useOncePainted<Value>(value: Value): Value {
  const [painted, setPainted] = useState(value)
  useEffect(() => {
    let task: ReturnType<typeof setTimeout> | undefined
    const frame = requestAnimationFrame(() => {
      task = setTimeout(() => startTransition(() => setPainted(() => value)))
    })
    return () => {
      cancelAnimationFrame(frame)
      clearTimeout(task)
    }
  }, [value])
  return painted
}

/** Whether the page has been idle since the screen rendered. */
export function useIsIdle(): boolean {
  const [isIdle, setIsIdle] = useState(false)
  useEffect(() => whenIdle(() => setIsIdle(true)), [])
  return isIdle
}

/** In milliseconds. */
const RETRY_INTERVAL_MS = 15_000

/**
 * Calls `retry` at an interval while active and online. The browser may not notice that the connection is back, and the server may recover
 * without any event.
 */
export function useRetryInterval(isActive: boolean, retry: () => void): void {
  const retryNow = useEffectEvent(retry)
  useEffect(() => {
    if (!isActive) return
    const timer = setInterval(() => navigator.onLine && retryNow(), RETRY_INTERVAL_MS)
    return () => clearInterval(timer)
  }, [isActive])
}
