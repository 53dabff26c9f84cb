import { useCallback } from 'react'
import { useLocation } from 'react-router'

/** What the router calls the entry of the history with which a page was opened. */
const FIRST_KEY = 'default'

/**
 * Tells whether the reader is on their way to another screen, which is not drawn yet: the history has it already. A note that gets its
 * address while it is written stays in its entry.
 */
export function useIsLeaving(): () => boolean {
  const { pathname, key } = useLocation()
  return useCallback(() => {
    const entry = (window.history.state as { key?: string } | null)?.key ?? FIRST_KEY
    return entry !== key && window.location.pathname !== pathname
  }, [pathname, key])
}
