import { type RefObject, useLayoutEffect, useRef } from 'react'

/** How far each list was scrolled in this tab, in pixels. */
const places = new Map<string, number>()

/** A scroller that begins where the one of this name was left, on whichever screen that was. */
export function useKeptScroll(name: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    element.scrollTop = places.get(name) ?? 0
    const remember = () => places.set(name, element.scrollTop)
    element.addEventListener('scroll', remember, { passive: true })
    return () => element.removeEventListener('scroll', remember)
  }, [name])

  return scroller
}
