import { useEffect, useSyncExternalStore } from 'react'
import { onBackOnline } from '#client/platform/browser/backOnline.ts'
import { whenIdle } from '#client/platform/browser/idle.ts'
import type { Arrival, LazyPart } from '#client/platform/browser/lazyPart.ts'

/**
 * A part that is needed now; what has come already is there at the first drawing. Not React's own `lazy`: that draws its
 * stand-in once in any case, and what follows a stand-in waits until 300 ms have passed.
 */
export function useLazyPart<Part>(lazy: LazyPart<Part>): Arrival<Part> {
  const arrival = useSyncExternalStore(lazy.subscribe, lazy.arrival, lazy.arrival)
  useEffect(() => {
    load(lazy)
    return onBackOnline(() => {
      if (lazy.arrival().failure !== undefined) load(lazy)
    })
  }, [lazy])
  return arrival
}

/** A part that the first look does without: fetched once the page rests, undefined until then. */
export function useIdlePart<Part>(lazy: LazyPart<Part>): Part | undefined {
  const { part } = useSyncExternalStore(lazy.subscribe, lazy.arrival, lazy.arrival)
  // Without it the page still works until the line is back.
  useEffect(() => {
    whenIdle(() => load(lazy))
    return onBackOnline(() => load(lazy))
  }, [lazy])
  return part
}

/** Its arrival tells of a failure. */
function load(lazy: LazyPart<unknown>): void {
  lazy.load().catch(() => undefined)
}
