import { type RefObject, useLayoutEffect, useRef } from 'react'

/** How far each list was scrolled in this tab, in pixels. */
const places = new Map<string, number>()

/** A scroller that begins where the one of this name was left, on whichever screen that was. */
export function useKeptScroll(name: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const now = useRef(0)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const place = places.get(name) ?? 0
    // Asked for where it stands, the browser would lay out the whole screen first.
    if (place !== now.current) element.scrollTop = place
    now.current = place
    const remember = () => {
      now.current = element.scrollTop
      places.set(name, now.current)
    }
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [name])

  return scroller
}
