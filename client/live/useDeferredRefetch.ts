import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ServerEventName } from '#protocol/events.ts'
import { combineCleanups, onEvent, onResync } from './eventBus.ts'

/** Lists with `data-live-rows` that the user points at or has focused: their rows must not move. */
const HOVERED_OR_FOCUSED_LIST = '[data-live-rows]:is(:hover, :focus-within)'
/** Touch browsers keep `:hover` at the last touch. */
const FOCUSED_LIST = '[data-live-rows]:focus-within'

function isInteracting(): boolean {
  const canHover = matchMedia('(hover: hover)').matches
  return (
    document.hasFocus() && document.querySelector(canHover ? HOVERED_OR_FOCUSED_LIST : FOCUSED_LIST) !== null
  )
}

/**
 * Calls `refetch` after one of the events or a possible gap: once for events that arrive together, and not
 * while the user interacts with a list. Pass constants: a change resubscribes.
 */
export function useDeferredRefetch(
  events: readonly ServerEventName[],
  refetch: (cache: QueryClient) => void,
): void {
  const cache = useQueryClient()
  useEffect(() => {
    const refetcher = createListRefetcher({ isInteracting, refetch: () => refetch(cache) })
    const abortController = new AbortController()
    for (const name of ['pointerout', 'focusout'])
      document.addEventListener(name, refetcher.recheck, abortController)
    window.addEventListener('blur', refetcher.recheck, abortController)
    const unsubscribe = combineCleanups([
      ...events.map(name => onEvent(name, refetcher.markStale)),
      onResync(refetcher.markStale),
    ])
    return () => {
      refetcher.stop()
      abortController.abort()
      unsubscribe()
    }
  }, [cache, events, refetch])
}

/** Deleting several notes publishes one event each. In milliseconds. */
const BATCH_DELAY_MS = 500

interface ListRefetcherParts {
  /** The pointer or the focus is in the list, so its rows must not move. */
  isInteracting: () => boolean
  refetch: () => void
}

/** Refetches lists after events: once for all that arrive together, and not before the user leaves the rows. */
export function createListRefetcher({ isInteracting, refetch }: ListRefetcherParts) {
  let isStale = false
  let timer: ReturnType<typeof setTimeout> | undefined

  function refetchIfIdle() {
    if (isInteracting()) return
    isStale = false
    refetch()
  }

  function scheduleRefetch() {
    clearTimeout(timer)
    timer = setTimeout(refetchIfIdle, BATCH_DELAY_MS)
  }

  return {
    markStale() {
      isStale = true
      scheduleRefetch()
    },
    /** Call it when the user may have left the rows. */
    recheck() {
      if (isStale) scheduleRefetch()
    },
    stop: () => clearTimeout(timer),
  }
}
