import { type RefObject, useLayoutEffect, useRef } from 'react'

/** Scroll offsets in pixels by name, for this tab. */
const offsets = new Map<string, number>()

/** Restores the scroll offset last saved under this name, even from another screen. Returns the ref for the scroll container. */
export function useScrollRestoration(name: string): RefObject<HTMLDivElement | null> {
  const scroller = useRef<HTMLDivElement>(null)
  const current = useRef(0)

  useLayoutEffect(() => {
    const element = scroller.current
    if (element === null) return
    const offset = offsets.get(name) ?? 0
    // Compares with the copy: reading `scrollTop` would force a layout of the whole screen.
    if (offset !== current.current) element.scrollTop = offset
    current.current = offset
    const saveOffset = () => {
      current.current = element.scrollTop
      offsets.set(name, current.current)
    }
    element.addEventListener('scroll', saveOffset, { passive: true })
    return () => element.removeEventListener('scroll', saveOffset)
  }, [name])

  return scroller
}
