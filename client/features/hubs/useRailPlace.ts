import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useIsBackNavigation } from '#client/platform/router/useIsBackNavigation.ts'

/** How far the rooms were scrolled, in pixels, by the router's key of the entry in the tab's history. */
const places = new Map<string, number>()

/** Has the rooms stand where they were left when one comes back to them. Give the ref to what scrolls them, where anything does. */
export function useRailPlace(isKnown: boolean): RefObject<HTMLDivElement | null> {
  const rail = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const isReturn = useIsBackNavigation()

  useLayoutEffect(() => {
    if (isKnown && isReturn) rail.current?.scrollTo({ top: places.get(key) ?? 0, behavior: 'instant' })
  }, [isKnown, isReturn, key])

  useEffect(() => {
    const box = rail.current
    const remember = () => places.set(key, box?.scrollTop ?? 0)
    box?.addEventListener('scroll', remember, { passive: true })
    return () => box?.removeEventListener('scroll', remember)
  }, [key])

  return rail
}
