import { type QueryKey, useQueryClient } from '@tanstack/react-query'
import { type RefObject, useEffect } from 'react'
import { refetchQueries } from '#client/platform/calls/refetch.ts'

const HELD = ':is(:hover, :focus-within)'

/**
 * Asks again when `follow` hears of news, but never while the pointer or the focus is in the list: its rows would slip from
 * under a press. Keep both in a constant: each change of them begins anew.
 */
export function useCalmRefetch(
  list: RefObject<HTMLElement | null>,
  queryKey: QueryKey,
  follow: (hear: () => void) => (() => void)[],
): void {
  const cache = useQueryClient()
  useEffect(() => {
    let isWaiting = false
    function look() {
      if (!isWaiting || list.current?.matches(HELD)) return
      isWaiting = false
      refetchQueries(cache, queryKey)
    }
    const stops = follow(() => {
      isWaiting = true
      look()
    })
    const listening = new AbortController()
    // By then the pointer or the focus has arrived elsewhere.
    for (const name of ['pointerover', 'focusin']) document.addEventListener(name, look, listening)
    return () => {
      listening.abort()
      for (const stop of stops) stop()
    }
  }, [cache, list, queryKey, follow])
}
