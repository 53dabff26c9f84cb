import { useEffect, useMemo } from 'react'
import { useLocation, useNavigationType } from 'react-router'

/** The entries of the tab's history that were shown since this page was loaded. */
const visited = new Set<string>()

/** Whether one came back, or forward, to where one was before: then the screen stands where it was left. */
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
