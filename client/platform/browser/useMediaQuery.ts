import { useCallback, useSyncExternalStore } from 'react'

/** A phone in landscape or with its keyboard open, or 400 % zoom: only the header stays in view. The same query is in tokens.css. */
export const LOW_WINDOW = '(max-height: 519.98px)'

/** Whether a media query matches; rerenders when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (onChange: () => void) => {
      const media = window.matchMedia(query)
      media.addEventListener('change', onChange)
      return () => media.removeEventListener('change', onChange)
    },
    [query],
  )
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches)
}
