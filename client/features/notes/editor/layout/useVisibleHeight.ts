import { type RefObject, useEffect } from 'react'
import { LOW_WINDOW } from '#client/ui/lowWindow.ts'

/**
 * Tells the element's style, as `--visible-height`, how high the part of the screen above a phone's keyboard is, where the
 * browser lays the keyboard over the page instead of making the page smaller.
 */
export function useVisibleHeight(element: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const seen = window.visualViewport
    const style = element.current?.style
    if (!seen || !style) return
    const tell = () => {
      const isCovered = seen.scale === 1 && window.innerHeight - seen.height > 1
      if (isCovered) style.setProperty('--visible-height', `${seen.height}px`)
      else style.removeProperty('--visible-height')
      // To bring the caret into sight, such a browser moves the page under the keyboard: here it is in sight already, unless the page
      // scrolls to the text.
      if (isCovered && seen.offsetTop > 0 && !window.matchMedia(LOW_WINDOW).matches) window.scrollTo(0, 0)
    }
    const stop = new AbortController()
    seen.addEventListener('resize', tell, stop)
    // When all of the new screen is laid out anyway.
    const first = requestAnimationFrame(tell)
    return () => {
      cancelAnimationFrame(first)
      stop.abort()
    }
  }, [element])
}
