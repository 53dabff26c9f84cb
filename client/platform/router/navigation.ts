import { useCallback, useEffect, useMemo } from 'react'
import { useLocation, useNavigate, useNavigationType } from 'react-router'

/** The router's key of the history entry with which the page was opened. */
const FIRST_KEY = 'default'

/**
 * Returns a function that tells whether the user has navigated to another screen that is not rendered yet: the browser's history is
 * ahead of the router's location. A new note that gets its address stays in its history entry, so it does not count.
 */
export function useIsLeaving(): () => boolean {
  const { pathname, key } = useLocation()
  return useCallback(() => {
    const entry = (window.history.state as { key?: string } | null)?.key ?? FIRST_KEY
    return entry !== key && window.location.pathname !== pathname
  }, [pathname, key])
}

/** Goes to the previous page in this tab, or to `list` if there is none. */
export function useGoBack(list: string): () => void {
  const navigate = useNavigate()
  return () => void (hasPreviousPage() ? navigate(-1) : navigate(list, { replace: true }))
}

/** The router numbers its history entries in this tab, from 0. */
function hasPreviousPage(): boolean {
  const state: unknown = window.history.state
  return typeof state === 'object' && state !== null && 'idx' in state && Number(state.idx) > 0
}

/** The history entries of this tab that were shown since the page was loaded. */
const visited = new Set<string>()

/** Whether the user went back or forward to an entry that was shown before, whose screen keeps its scroll position. */
export function useIsBackNavigation(): boolean {
  const { key, pathname, search } = useLocation()
  const type = useNavigationType()
  const place = `${key} ${pathname}${search}`
  const isReturn = useMemo(() => type === 'POP' && visited.has(place), [type, place])
  useEffect(() => {
    visited.add(place)
  }, [place])
  return isReturn
}

/** Query parameters that only select a part of a list. */
const LIST_PARAMETERS = ['page', 'only']

/**
 * Wraps a navigation callback: it runs only if the URL is still the one at wrap time, ignoring `page` and `only`. After a click the URL
 * changes at once, but the old screen stays mounted until the next one renders; its late responses must not navigate the user back.
 */
export function ifStillHere<Args extends unknown[]>(
  navigate: (...args: Args) => void,
): (...args: Args) => void {
  const placeAtStart = placeOf(window.location)
  return (...args) => {
    if (placeOf(window.location) === placeAtStart) navigate(...args)
  }
}

function placeOf({ pathname, search }: Location): string {
  const query = new URLSearchParams(search)
  for (const parameter of LIST_PARAMETERS) query.delete(parameter)
  return `${pathname}?${query}`
}
