import { type RefObject, useEffect, useLayoutEffect, useRef } from 'react'
import { useLocation } from 'react-router'
import { useIsBackNavigation } from './navigation.tsx'

/** Scroll offset in pixels by the router's history key. */
const scrollTops = new Map<string, number>()

/**
 * Restores the scroll position of a list on back navigation, once its data `isKnown`. Returns the ref for the scroll container.
 */
export function useScrollRestorationOnBack(isKnown: boolean): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const { key } = useLocation()
  const isReturn = useIsBackNavigation()

  useLayoutEffect(() => {
    if (isKnown && isReturn)
      scroller.current?.scrollTo({ top: scrollTops.get(key) ?? 0, behavior: 'instant' })
  }, [isKnown, isReturn, key])

  useEffect(() => {
    const box = scroller.current
    const remember = () => scrollTops.set(key, box?.scrollTop ?? 0)
    box?.addEventListener('scroll', remember, { passive: true })
    return () => box?.removeEventListener('scroll', remember)
  }, [key])

  return scroller
}
