import { type QueryClient, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import type { ServerEventName } from '#protocol/events.ts'
import { asOne, onEvent, onResync } from './eventBus.ts'
import { createListRefetcher } from './list.refetch.ts'

/** Rows that may slip from under a press: of the lists that bear `data-live-rows`, in the window that is used. */
const HELD = '[data-live-rows]:is(:hover, :focus-within)'
/** A finger leaves its hover behind where it last was. */
const HELD_BY_FOCUS = '[data-live-rows]:focus-within'

function isHeld(): boolean {
  const canHover = matchMedia('(hover: hover)').matches
  return document.hasFocus() && document.querySelector(canHover ? HELD : HELD_BY_FOCUS) !== null
}

/**
 * Calls `refetch` after one of these events, and when some may have been missed: once for all that come together, and not while a list
 * on the screen is held. Keep both in constants: each change of them begins anew.
 */
export function useDeferredRefetch(
  events: readonly ServerEventName[],
  refetch: (cache: QueryClient) => void,
): void {
  const cache = useQueryClient()
  useEffect(() => {
    const refetcher = createListRefetcher({ isHeld, refetch: () => refetch(cache) })
    const listening = new AbortController()
    for (const name of ['pointerout', 'focusout']) document.addEventListener(name, refetcher.look, listening)
    window.addEventListener('blur', refetcher.look, listening)
    const unsubscribe = asOne([
      ...events.map(name => onEvent(name, refetcher.tell)),
      onResync(refetcher.tell),
    ])
    return () => {
      refetcher.stop()
      listening.abort()
      unsubscribe()
    }
  }, [cache, events, refetch])
}
